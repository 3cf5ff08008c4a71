import type { Money } from '@kassa/contracts';
import type { EntrySubject } from './entry-key.ts';
import type { EntryState } from './own-entry.ts';
import type { AccountFees } from './statement-line.ts';

/**
 * The kinds of differences between the books of the gateway and the channel, the gravest first. An entry that is missing on one
 * side is graver than an entry with different amounts or states on the two sides.
 */
export const differenceKinds = ['missing_here', 'missing_there', 'amount', 'state'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** What one side, the gateway or the channel, has in its books about a payment, a refund or a dispute. */
export interface Side {
  readonly amount: Money;
  readonly state: EntryState;
  /**
   * When the payment, refund or dispute reached its state, by the clock of the side that recorded it; null if the time is
   * unknown.
   */
  readonly at: Date | null;
}

/**
 * A payment, a refund or a dispute on which the books of the gateway and the channel differ, or whose outcome is still missing
 * in one of them.
 */
export interface Finding {
  readonly subject: EntrySubject;
  /** The ID of the attempt or the refund. If the finding is about a dispute, it is the ID of the disputed attempt. */
  readonly reference: string;
  /** The ID of the order; null if `reference` is not one of the gateway's IDs. */
  readonly orderId: string | null;
  readonly channelReference: string | null;
  readonly here: Side | null;
  readonly there: Side | null;
  /**
   * A remark on the finding; null if there is none. For example, it says that the channel did not answer, or that the dispute
   * contradicts the order and waits for an operator.
   */
  readonly detail: string | null;
}

export interface Difference extends Finding {
  readonly kind: DifferenceKind;
}

/**
 * The number and the sum of the entries of one kind (payments, refunds or disputes) in one currency on which the books of the
 * gateway and of the channel agree.
 */
export interface AgreedSum {
  readonly subject: EntrySubject;
  readonly currency: string;
  readonly count: number;
  /** The sum in minor units. It is a `bigint`, because a day's sum can be larger than a JavaScript number can hold exactly. */
  readonly sumMinor: bigint;
}

/** The result of comparing a channel's books for a day with the gateway's. */
export interface Reconciliation {
  /** The number of all differences of each kind, including those that are not listed. */
  readonly counts: Readonly<Record<DifferenceKind, number>>;
  /** The listed differences, the gravest first; at most `MOST_LISTED` of each kind. */
  readonly differences: readonly Difference[];
  readonly pendingCount: number;
  /**
   * The entries whose outcome the gateway or the channel does not know yet, at most `MOST_LISTED`. A later comparison shows
   * whether the books agree on them.
   */
  readonly pending: readonly Finding[];
  readonly agreed: readonly AgreedSum[];
  /** The number of agreeing entries that the gateway and the channel have booked on different days. */
  readonly agreedAcrossDays: number;
  /**
   * The number of entries in the channel's books that do not belong to the gateway: somebody else made them with the same
   * account.
   */
  readonly foreign: number;
  /**
   * The fees that the channel booked apart from payments, refunds and disputes, and that belong to no movement in the gateway's
   * books; absent if the channel's books show none.
   */
  readonly accountFees?: readonly AccountFees[];
}

export const MOST_LISTED = 500;

/** Returns the IDs of the orders that have listed differences, each once. The order with the gravest difference comes first. */
export function ordersInQuestion({ differences }: Pick<Reconciliation, 'differences'>): readonly string[] {
  return [...new Set(differences.flatMap(({ orderId }) => orderId ?? []))];
}

export function differenceCount({ counts }: Pick<Reconciliation, 'counts'>): number {
  return differenceKinds.reduce((sum, kind) => sum + counts[kind], 0);
}
