import type { Money } from '@kassa/contracts';
import type { EntryState, EntrySubject } from './own-entry.ts';

/** The gravest first: money that the gateway does not know, then money that it counts differently. */
export const differenceKinds = ['missing_here', 'missing_there', 'amount', 'state'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** One side's entry for a payment, a refund or a dispute. */
export interface Side {
  readonly amount: Money;
  readonly state: EntryState;
  /** By that side's own clock; null if it gives no time. */
  readonly at: Date | null;
}

/** A payment, a refund or a dispute on which the two books differ, or about which one side is still waiting. */
export interface Finding {
  readonly subject: EntrySubject;
  /** The attempt's or the refund's ID; for a dispute, the ID of the attempt whose money is disputed. */
  readonly reference: string;
  /** Null if the reference is not such an ID. */
  readonly orderId: string | null;
  readonly channelReference: string | null;
  readonly here: Side | null;
  readonly there: Side | null;
  /** Why one side could not be looked up or does not count the entry; null if there is no such reason. */
  readonly detail: string | null;
}

export interface Difference extends Finding {
  readonly kind: DifferenceKind;
}

/** Money of one kind in one currency on which both books agree. */
export interface AgreedSum {
  readonly subject: EntrySubject;
  readonly currency: string;
  readonly count: number;
  /** In minor units; a day's sum can exceed what a JavaScript number holds exactly. */
  readonly sumMinor: bigint;
}

/** The result of comparing a channel's books of a day with the gateway's. */
export interface Reconciliation {
  /** All differences found. */
  readonly counts: Readonly<Record<DifferenceKind, number>>;
  /** The gravest first; at most `MOST_LISTED` of each kind. */
  readonly differences: readonly Difference[];
  readonly pendingCount: number;
  /** Entries that one side still awaits, so that nothing can be concluded yet; at most `MOST_LISTED`. */
  readonly pending: readonly Finding[];
  readonly agreed: readonly AgreedSum[];
  /** How many agreeing entries are on another day in one of the books. */
  readonly agreedAcrossDays: number;
  /** Entries of the channel that do not belong to the gateway. */
  readonly foreign: number;
}

export const MOST_LISTED = 500;

/** Orders that the listed differences concern, each once, the gravest first. */
export function ordersInQuestion({ differences }: Pick<Reconciliation, 'differences'>): readonly string[] {
  return [...new Set(differences.flatMap(({ orderId }) => orderId ?? []))];
}

export function differenceCount({ counts }: Pick<Reconciliation, 'counts'>): number {
  return differenceKinds.reduce((sum, kind) => sum + counts[kind], 0);
}
