import type { SettlementKind } from '@kassa/contracts';
import type { MoneyMove } from './money-moves.ts';

/** The totals of money movements in one currency. */
export interface CurrencyTotals {
  readonly currency: string;
  readonly byKind: Readonly<Record<SettlementKind, KindTotal>>;
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
  readonly #byCurrency = new Map<string, Record<SettlementKind, KindTotal>>();

  add({ currency, kind, signedMinor }: MoneyMove): void {
    const totals = this.#byCurrency.get(currency) ?? nothing();
    const { count, sumMinor } = totals[kind];
    totals[kind] = { count: count + 1, sumMinor: sumMinor + BigInt(signedMinor) };
    this.#byCurrency.set(currency, totals);
  }

  /** By currency code. */
  get totals(): readonly CurrencyTotals[] {
    return [...this.#byCurrency]
      .map(([currency, byKind]) => ({ currency, byKind: { ...byKind } }))
      .sort((one, other) => (one.currency < other.currency ? -1 : 1));
  }
}

function nothing(): Record<SettlementKind, KindTotal> {
  const none = { count: 0, sumMinor: 0n };
  return {
    payment: none,
    refund: none,
    automatic_refund: none,
    refund_reversal: none,
    dispute: none,
    dispute_reversal: none,
  };
}
