import type { Money } from '@kassa/contracts';
import type { EntryState, EntrySubject } from './own-entry.ts';

/**
 * The kinds of differences, the gravest first. Money that the gateway does not know is graver than money that it counts
 * differently.
 */
export const differenceKinds = ['missing_here', 'missing_there', 'amount', 'state'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** What the gateway or the channel has in its books about a payment, a refund or a dispute. */
export interface Side {
  readonly amount: Money;
  readonly state: EntryState;
  /** When the entry reached its state, by the clock of the gateway or the channel; null if no time is known. */
  readonly at: Date | null;
}

/**
 * A payment, a refund or a dispute on which the gateway's and the channel's books differ, or for which one side still waits.
 */
export interface Finding {
  readonly subject: EntrySubject;
  /** The ID of the attempt or the refund. For a dispute, it is the ID of the attempt whose money is disputed. */
  readonly reference: string;
  /** The ID of the order; null if `reference` is not one of the gateway's IDs. */
  readonly orderId: string | null;
  readonly channelReference: string | null;
  readonly here: Side | null;
  readonly there: Side | null;
  /** Why the entry of the gateway or the channel could not be looked up or does not count; null if there is no such reason. */
  readonly detail: string | null;
}

export interface Difference extends Finding {
  readonly kind: DifferenceKind;
}

/** The total of the payments, refunds or disputes in one currency on which both books agree. */
export interface AgreedSum {
  readonly subject: EntrySubject;
  readonly currency: string;
  readonly count: number;
  /** The sum in minor units. A day's sum can exceed what a JavaScript number holds exactly, so it is a `bigint`. */
  readonly sumMinor: bigint;
}

/** The result of comparing a channel's books of a day with the gateway's. */
export interface Reconciliation {
  /** The number of all differences of each kind, including those that are not listed. */
  readonly counts: Readonly<Record<DifferenceKind, number>>;
  /** The differences, the gravest first; at most `MOST_LISTED` of each kind. */
  readonly differences: readonly Difference[];
  readonly pendingCount: number;
  /** Entries for which one side still waits, so that a later comparison decides about them; at most `MOST_LISTED`. */
  readonly pending: readonly Finding[];
  readonly agreed: readonly AgreedSum[];
  /** The number of agreeing entries that the gateway's and the channel's books place on different days. */
  readonly agreedAcrossDays: number;
  /** The number of entries in the channel's books that do not belong to the gateway. */
  readonly foreign: number;
}

export const MOST_LISTED = 500;

/** The IDs of the orders that the listed differences concern, each once, the gravest difference first. */
export function ordersInQuestion({ differences }: Pick<Reconciliation, 'differences'>): readonly string[] {
  return [...new Set(differences.flatMap(({ orderId }) => orderId ?? []))];
}

export function differenceCount({ counts }: Pick<Reconciliation, 'counts'>): number {
  return differenceKinds.reduce((sum, kind) => sum + counts[kind], 0);
}
