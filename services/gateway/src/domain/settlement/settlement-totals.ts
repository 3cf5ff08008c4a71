import type { SettlementKind } from '@kassa/contracts';
import type { ChannelFee } from './channel-fee.ts';
import type { MoneyMove } from './money-moves.ts';

/** The totals of money movements in one currency. */
export interface CurrencyTotals {
  readonly currency: string;
  readonly byKind: Readonly<Record<SettlementKind, KindTotal>>;
  /**
   * The sum of the known fees in this currency, and the number of movements that they belong to. The sum is positive if the
   * channels took money.
   */
  readonly fees: KindTotal;
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

  /** @param settled null if the channel's books do not show the fee */
  add({ currency, kind, signedMinor }: MoneyMove, settled: ChannelFee | null): void {
    const totals = this.#byCurrency.get(currency) ?? nothing();
    totals[kind] = plus(totals[kind], signedMinor);
    // Do not add up a fee in another currency, because nobody knows the exchange rate.
    if (settled?.fee.currency === currency) totals.fees = plus(totals.fees, settled.fee.amountMinor);
    this.#byCurrency.set(currency, totals);
  }

  /** By currency code. */
  get totals(): readonly CurrencyTotals[] {
    return [...this.#byCurrency]
      .map(([currency, { fees, ...byKind }]) => ({ currency, byKind, fees }))
      .sort((one, other) => (one.currency < other.currency ? -1 : 1));
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
