import type { Money } from '@kassa/contracts';
import type { EntryState, EntrySubject } from './own-entry.ts';

/** The gravest first: money that the gateway does not know of, then money that it counts otherwise. */
export const differenceKinds = ['missing_here', 'missing_there', 'amount', 'state'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** What one side says of a payment, a refund or a dispute. */
export interface Side {
  readonly amount: Money;
  readonly state: EntryState;
  /** By its own clock; null where it does not say. */
  readonly at: Date | null;
}

/** A payment, a refund or a dispute on which the two books do not agree, or not yet. */
export interface Finding {
  readonly subject: EntrySubject;
  /** The attempt's or the refund's ID; of a dispute, that of the attempt whose money it is. */
  readonly reference: string;
  /** Null where the reference is no such ID. */
  readonly orderId: string | null;
  readonly channelReference: string | null;
  readonly here: Side | null;
  readonly there: Side | null;
  /** Why one side could not be looked up, or does not count it; null where nothing is to say. */
  readonly detail: string | null;
}

export interface Difference extends Finding {
  readonly kind: DifferenceKind;
}

/** Money of one kind in one currency that stands in both books alike. */
export interface AgreedSum {
  readonly subject: EntrySubject;
  readonly currency: string;
  readonly count: number;
  /** In minor units; a day's sum can be beyond what a number holds exactly. */
  readonly sumMinor: bigint;
}

/** What comparing a channel's books of a day with the gateway's came to. */
export interface Reconciliation {
  /** All that were found. */
  readonly counts: Readonly<Record<DifferenceKind, number>>;
  /** The gravest first; of each kind no more than `MOST_LISTED`. */
  readonly differences: readonly Difference[];
  readonly pendingCount: number;
  /** What one side still waits for, so that nothing can be said of it; no more than `MOST_LISTED`. */
  readonly pending: readonly Finding[];
  readonly agreed: readonly AgreedSum[];
  /** How much of what agrees stands on another day in one of the books. */
  readonly agreedAcrossDays: number;
  /** Entries of the channel's that are not the gateway's. */
  readonly foreign: number;
}

export const MOST_LISTED = 500;

/** Orders that the listed differences are about, each once, the gravest first. */
export function ordersInQuestion({ differences }: Pick<Reconciliation, 'differences'>): readonly string[] {
  return [...new Set(differences.flatMap(({ orderId }) => orderId ?? []))];
}

export function differenceCount({ counts }: Pick<Reconciliation, 'counts'>): number {
  return differenceKinds.reduce((sum, kind) => sum + counts[kind], 0);
}
