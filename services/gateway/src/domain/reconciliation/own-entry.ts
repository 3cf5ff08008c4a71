import type { DisputeState, Money } from '@kassa/contracts';
import type { PaymentAttempt } from '../attempt/payment-attempt.ts';
import type { Dispute } from '../dispute/dispute.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { madeParts } from '../refund/made-amount.ts';
import type { Refund } from '../refund/refund.ts';
import { disputeMovedAt, disputesOf, type OrderMoney, uncollectedLosses } from '../settlement/money-moves.ts';
import { isWithin, type TimeSpan } from '../time-span.ts';
import type { EntrySubject } from './entry-key.ts';

/**
 * The state of a payment or refund in the books of the gateway or a channel. Reconciliation treats `failed` and `cancelled`
 * alike, because no money moved in either case.
 */
export type MoneyState = 'pending' | 'succeeded' | 'failed' | 'cancelled';

/**
 * The state of an entry in the books of the gateway or a channel. A dispute is `pending` if the gateway could not ask the
 * channel about it yet.
 */
export type EntryState = MoneyState | DisputeState;

/** An entry in the gateway's own books: a payment, a refund or a dispute. */
export interface OwnEntry {
  readonly subject: EntrySubject;
  /**
   * The ID of the attempt or the refund. If the entry is a dispute, or a refund that somebody made at the processor by hand, it
   * is the ID of the attempt.
   */
  readonly reference: string;
  readonly orderId: string;
  readonly amount: Money;
  readonly state: EntryState;
  /** When the gateway learned of the latest movement of the entry's money; null if no money has moved. */
  readonly at: Date | null;
  /**
   * The earliest time at which the channel can have moved the entry's money. For a payment, this is when the gateway started
   * the attempt; for a refund, when it accepted the refund; for a dispute, when it learned of the dispute. But for a lost
   * dispute, it is the start of the disputed attempt, because the bank may have taken the money long before the gateway learned
   * of the dispute.
   */
  readonly begunAt: Date;
  /**
   * When the gateway learned of each earlier movement of the entry's money; the latest one is in `at`. For example, the bank
   * took the money of a lost dispute when the dispute was opened, and an operator found later that it took more.
   */
  readonly earlier: readonly Date[];
  /**
   * The attempt that made the payment. If the entry is a refund or a dispute, it is the attempt whose money is returned or
   * disputed.
   */
  readonly attempt: PaymentAttempt;
  readonly refund: Refund | null;
  readonly dispute: EntryOfDispute | null;
}

export interface EntryOfDispute {
  readonly channelReference: string;
  /** The amount with which the dispute was opened. The bank may have taken another amount in the end. */
  readonly openingAmount: Money;
  /**
   * Whether the channel's report of the dispute contradicts the order. The report is then stored for an operator, and the
   * order's sums do not include the dispute.
   */
  readonly isSetAside: boolean;
}

const attemptStates = {
  OPENING: 'pending',
  OPEN: 'pending',
  SUBMITTED: 'pending',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  ABANDONED: 'cancelled',
} as const satisfies Record<PaymentAttempt['state'], MoneyState>;

const refundStates = {
  INITIALISED: 'pending',
  PROCESSING: 'pending',
  SUCCESS: 'succeeded',
  CANCELLED: 'cancelled',
  FAILED: 'failed',
} as const satisfies Record<Refund['state'], MoneyState>;

/** Returns all entries of an order that concern one channel. */
export function ownEntries(order: OrderMoney, channelId: string): readonly OwnEntry[] {
  const { orderId } = order;
  const attempts = order.attempts.filter((attempt) => attempt.channelId === channelId);
  const ofAttempt = (attemptId: string, entryOf: (attempt: PaymentAttempt) => OwnEntry): OwnEntry[] =>
    attempts.filter((attempt) => attempt.attemptId === attemptId).map(entryOf);
  return [
    ...attempts.map(
      (attempt): OwnEntry => ({
        subject: 'payment',
        reference: attempt.attemptId,
        orderId,
        amount: collected(order, attempt) ?? order.amount,
        state: collected(order, attempt) === null ? 'failed' : attemptStates[attempt.state],
        at: attempt.endedAt,
        begunAt: attempt.openedAt,
        earlier: [],
        attempt,
        refund: null,
        dispute: null,
      }),
    ),
    ...order.refunds
      .filter(({ correctsRefundId }) => correctsRefundId === undefined)
      .flatMap((refund) => ofAttempt(refund.attemptId, (attempt) => refundEntry(order, refund, attempt))),
    ...[...byReference(disputesAtChannel(order)).values()].flatMap((findings) =>
      findings
        .slice(-1)
        .flatMap((latest) =>
          ofAttempt(latest.attemptId, (attempt) => disputeEntry(order, findings, latest, attempt)),
        ),
    ),
  ];
}

/**
 * Returns the entry of a refund. Its amount is the total that the channel returned, including amounts that an operator found
 * later. Money that an operator returned outside the channel is left out, because the channel's books cannot contain it.
 */
function refundEntry(order: OrderMoney, refund: Refund, attempt: PaymentAttempt): OwnEntry {
  const made = madeParts(order, refund.refundId, 'at_channel');
  const madeMinor = made.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
  const isByHandOnly = refund.state === 'SUCCESS' && made.length === 0;
  return {
    subject: 'refund',
    reference: refund.isMadeAtProcessor ? attempt.attemptId : refund.refundId,
    orderId: order.orderId,
    amount: made.length > 0 ? { ...refund.amount, amountMinor: madeMinor } : refund.amount,
    state: isByHandOnly ? 'cancelled' : refundStates[refund.state],
    at: made.at(-1)?.completedAt ?? refund.completedAt,
    begunAt: refund.isMadeAtProcessor ? attempt.openedAt : refund.createdAt,
    earlier: made.slice(0, -1).flatMap(({ completedAt }) => completedAt ?? []),
    attempt,
    refund,
    dispute: null,
  };
}

/**
 * Returns the amount of an attempt's payment minus what operators have recorded as never collected; null if the channel never
 * collects any of it.
 */
function collected(order: OrderMoney, { attemptId }: PaymentAttempt): Money | null {
  const { amount } = order;
  const losses = uncollectedLosses(order, attemptId);
  const amountMinor = losses.reduce((rest, loss) => rest - loss.amount.amountMinor, amount.amountMinor);
  return amountMinor > 0 ? { ...amount, amountMinor } : null;
}

/**
 * Returns the disputes that exist at the channel. A loss that was recorded because a payment was never collected is not a
 * dispute there, so the channel's books cannot contain it.
 */
function disputesAtChannel(order: OrderMoney): readonly Dispute[] {
  return disputesOf(order).filter(({ isUncollected }) => !isUncollected);
}

function byReference(disputes: readonly Dispute[]): ReadonlyMap<string, readonly Dispute[]> {
  return Map.groupBy(disputes, ({ channelReference }) => channelReference);
}

/**
 * Returns the entry of one dispute. An operator may find later that the bank took more, so the entry's amount is the sum of
 * what the channel reported and what operators found. If nothing is lost, the entry's amount is the one with which the dispute
 * was opened. The sum would be wrong then, because the same money may have been taken and given back several times.
 *
 * @param findings what the order records of the dispute, in any order
 * @param latest the latest finding
 */
function disputeEntry(
  order: OrderMoney,
  findings: readonly Dispute[],
  latest: Dispute,
  attempt: PaymentAttempt,
): OwnEntry {
  const lost = findings.filter(({ state }) => state === 'lost');
  const isEverLost = findings.some(({ state, givenBack }) => state === 'lost' || givenBack !== undefined);
  const lostMinor = lost.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
  const [first = latest] = findings.toSorted(
    (one, other) => one.openedAt.getTime() - other.openedAt.getTime(),
  );
  const { amount, openingAmount = amount } = first;
  const openings = findings.map(({ openedAt }) => openedAt);
  const moves = findings
    .flatMap((finding) => disputeMovedAt(order, finding))
    .sort((one, other) => one.getTime() - other.getTime());
  return {
    subject: 'dispute',
    reference: attempt.attemptId,
    orderId: order.orderId,
    amount: lost.length > 0 ? { ...latest.amount, amountMinor: lostMinor } : openingAmount,
    state: lost.length > 0 ? 'lost' : latest.state,
    at: moves.at(-1) ?? null,
    begunAt: isEverLost ? attempt.openedAt : new Date(Math.min(...openings.map(Number))),
    earlier: isEverLost ? [...openings, ...moves.slice(0, -1)] : moves.slice(0, -1),
    attempt,
    refund: null,
    dispute: { channelReference: latest.channelReference, openingAmount, isSetAside: false },
  };
}

/** Returns an order's entries at one channel that moved money in a given span of time. */
export function ownEntriesWithin(order: OrderMoney, channelId: string, span: TimeSpan): readonly OwnEntry[] {
  return ownEntries(order, channelId).filter(
    ({ subject, state, at }) =>
      (state === 'succeeded' || subject === 'dispute') && at !== null && isWithin(at, span),
  );
}

/** A channel's report of a dispute that contradicts the order, so it was stored for an operator. */
export interface DisputeSetAside {
  readonly attemptId: string;
  readonly channelReference: string;
  readonly amount: Money;
  readonly result: DisputeState;
  readonly receivedAt: Date;
}

/**
 * Returns the disputes whose reports contradict the order and were stored for an operator, each with its latest report. The order's
 * sums do not include these disputes.
 */
export function disputesSetAside({
  quarantine,
}: Pick<PaymentOrder, 'quarantine'>): readonly DisputeSetAside[] {
  const reports = quarantine.flatMap(({ attemptId, reported: amount, receivedAt, subject }) => {
    if (subject?.kind !== 'dispute') return [];
    const { channelReference, result } = subject;
    return [{ attemptId, channelReference, amount, result, receivedAt }];
  });
  const byDispute = new Map(reports.map((each) => [`${each.attemptId} ${each.channelReference}`, each]));
  return [...byDispute.values()];
}

/** Returns the entries of the disputes over payments at one channel that were set aside. */
export function entriesSetAside(
  { orderId, attempts }: OrderMoney,
  disputes: readonly DisputeSetAside[],
  channelId: string,
): readonly OwnEntry[] {
  return disputes.flatMap(({ attemptId, channelReference, amount, result, receivedAt }) => {
    const attempt = attempts.find((each) => each.attemptId === attemptId);
    if (attempt?.channelId !== channelId) return [];
    const entry: OwnEntry = {
      subject: 'dispute',
      reference: attemptId,
      orderId,
      amount,
      state: result,
      at: receivedAt,
      begunAt: receivedAt,
      earlier: [],
      attempt,
      refund: null,
      dispute: { channelReference, openingAmount: amount, isSetAside: true },
    };
    return [entry];
  });
}
