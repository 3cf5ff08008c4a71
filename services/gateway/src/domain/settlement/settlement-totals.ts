import type { SettlementKind } from '@kassa/contracts';
import type { ChannelFee } from './channel-fee.ts';
import type { MoneyMove } from './money-moves.ts';
import type { LineWithFee } from './settlement-lines.ts';

/** The totals of money movements in one currency. */
export interface CurrencyTotals {
  readonly currency: string;
  readonly byKind: Readonly<Record<SettlementKind, KindTotal>>;
  /**
   * The sum of the known fees in this currency, and the number of movements for which they were taken. The sum is positive if
   * the channels took money.
   */
  readonly fees: KindTotal;
  /** What the channels settled in each other currency, or took there as fees, by currency code. */
  readonly otherSettlements: readonly OtherSettlement[];
}

/** What the channels settled, or took as fees, in a currency other than that of the payments. */
export interface OtherSettlement {
  readonly settlementCurrency: string;
  /** The number of settled movements and of further fees. */
  readonly count: number;
  /** The sum of the fees in minor units; positive if the channels took money. */
  readonly feesMinor: bigint;
  /** The sum that the channels added to the balances of the accounts, in minor units. */
  readonly netMinor: bigint;
}

export interface KindTotal {
  readonly count: number;
  /**
   * The sum in minor units, negative if money went out. It is a `bigint`: a single amount stays below 2^53, but the sum of a
   * large merchant's day in rupiah may not.
   */
  readonly sumMinor: bigint;
}

/** Adds up money movements one at a time, without keeping them in memory. */
export class SettlementTally {
  readonly #byCurrency = new Map<string, Record<SettlementKind | 'fees', KindTotal>>();
  /** The key is the currency of the payments. */
  readonly #settledElsewhere = new Map<string, Map<string, OtherSettlement>>();

  add(
    { currency, kind, signedMinor }: MoneyMove,
    { settled, furtherFees }: Pick<LineWithFee, 'settled' | 'furtherFees'>,
  ): void {
    const totals = this.#byCurrency.get(currency) ?? nothing();
    totals[kind] = plus(totals[kind], signedMinor);
    // Do not add a fee in another currency to these totals, because nobody knows the exchange rate.
    if (settled?.fee.currency === currency) totals.fees = plus(totals.fees, settled.fee.amountMinor);
    else if (settled !== null) this.#addElsewhere(currency, settled);
    for (const fee of furtherFees) {
      this.#addElsewhere(currency, { fee, net: { ...fee, amountMinor: -fee.amountMinor } });
    }
    this.#byCurrency.set(currency, totals);
  }

  #addElsewhere(currency: string, { fee, net }: ChannelFee): void {
    const others = this.#settledElsewhere.get(currency) ?? new Map<string, OtherSettlement>();
    const { currency: settlementCurrency } = fee;
    const { count = 0, feesMinor = 0n, netMinor = 0n } = others.get(settlementCurrency) ?? {};
    others.set(settlementCurrency, {
      settlementCurrency,
      count: count + 1,
      feesMinor: feesMinor + BigInt(fee.amountMinor),
      netMinor: netMinor + BigInt(net.amountMinor),
    });
    this.#settledElsewhere.set(currency, others);
  }

  /** By currency code. */
  get totals(): readonly CurrencyTotals[] {
    return [...this.#byCurrency]
      .map(([currency, { fees, ...byKind }]) => ({
        currency,
        byKind,
        fees,
        otherSettlements: this.#othersOf(currency),
      }))
      .sort((one, other) => (one.currency < other.currency ? -1 : 1));
  }

  #othersOf(currency: string): readonly OtherSettlement[] {
    return [...(this.#settledElsewhere.get(currency)?.values() ?? [])].sort((one, other) =>
      one.settlementCurrency < other.settlementCurrency ? -1 : 1,
    );
  }
}

function plus({ count, sumMinor }: KindTotal, minor: number): KindTotal {
  return { count: count + 1, sumMinor: sumMinor + BigInt(minor) };
}

function nothing(): Record<SettlementKind | 'fees', KindTotal> {
  const none = { count: 0, sumMinor: 0n };
  return {
    payment: none,
    refund: none,
    automatic_refund: none,
    refund_reversal: none,
    dispute: none,
    dispute_reversal: none,
    uncollected: none,
    fees: none,
  };
}
