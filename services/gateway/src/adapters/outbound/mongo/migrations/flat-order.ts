import {
  type AttemptOpening,
  noPageParts,
  type PaymentAttempt,
} from '../../../../domain/attempt/payment-attempt.ts';
import { type Dispute, firstInquiry } from '../../../../domain/dispute/dispute.ts';
import { withDisputeSetAside } from '../../../../domain/dispute/set-dispute-aside.ts';
import { recordChange } from '../../../../domain/order/order-history.ts';
import { changed } from '../../../../domain/order/order-transition.ts';
import type { PaymentOrder } from '../../../../domain/order/payment-order.ts';
import type { ParkedWork } from '../../../../domain/parked-work.ts';
import type { Refund } from '../../../../domain/refund/refund.ts';
import { type EarlierSettledCase, settledCasesOf } from './earlier-settled-cases.ts';

/**
 * A payment order in the format that the gateway stored before documents had schema numbers. The fields for searches were mixed
 * with the order's own members. In documents of the oldest versions, some members are missing.
 */
export interface FlatOrder
  extends Omit<
    PaymentOrder,
    'orderId' | 'attempts' | 'refunds' | 'dispute' | 'wonDisputes' | 'lostDisputes' | 'settledCases'
  > {
  readonly _id: string;
  readonly attempts: readonly FlatAttempt[];
  readonly refunds: readonly FlatRefund[];
  readonly dispute: FlatDispute | null;
  /**
   * Disputes of the order that were won. The oldest versions of the gateway stored only the channel's reference of each
   * dispute.
   */
  readonly wonDisputes: readonly (FlatDispute | Pick<Dispute, 'channelReference'> | string)[];
  readonly lostDisputes?: readonly FlatDispute[];
  readonly settledCases: readonly EarlierSettledCase[];
  readonly attentionAt?: Date | null;
  readonly attentionFailures?: number;
  readonly parked?: ParkedWork;
  readonly casesSince?: Date | null;
  readonly unloggedSince?: Date | null;
  readonly moneyHours?: readonly Date[];
  readonly derivedBy?: number;
}

type WithLater<Whole, Later extends keyof Whole> = Omit<Whole, Later> & Partial<Pick<Whole, Later>>;

type FlatDispute = WithLater<Dispute, 'respondBy' | 'inquiry' | 'unresolvedSince'>;
type FlatRefund = WithLater<Refund, 'callEndsBy' | 'foundUnsentAt' | 'unconcludedSince'>;
type FlatOpening = WithLater<AttemptOpening, 'publicKey' | 'library' | 'stylesheet' | 'component'>;
type FlatAttempt = WithLater<
  Omit<PaymentAttempt, 'opening'>,
  | 'returnUrl'
  | 'actionDisplay'
  | 'channelId'
  | 'paymentReference'
  | 'route'
  | 'channelFault'
  | 'uncollected'
  | 'declines'
> & { readonly opening: FlatOpening | null };

/** Reads a payment order from a document without a schema number, and adds the members that later versions need. */
export function orderOfFlat(document: FlatOrder, now: Date): PaymentOrder {
  const {
    _id,
    attentionAt: _attentionAt,
    attentionFailures: _attentionFailures,
    parked: _parked,
    casesSince: _casesSince,
    unloggedSince: _unloggedSince,
    moneyHours: _moneyHours,
    derivedBy: _derivedBy,
    lostDisputes = [],
    ...flat
  } = document;
  const order: PaymentOrder = {
    orderId: _id,
    ...flat,
    attempts: flat.attempts.map(attemptOf),
    refunds: flat.refunds.map(refundOf),
    dispute: flat.dispute && disputeOf(flat.dispute),
    wonDisputes: flat.wonDisputes.map((dispute) => wonDisputeOf(dispute, flat)),
    lostDisputes: lostDisputes.map(disputeOf),
    settledCases: [],
    // Earlier versions stored only an event's business time, which differs from the real time if a tester has moved the
    // sandbox's clock. If an event has no real time, take its business time.
    outbox: flat.outbox.map((event) => ({ ...event, recordedAt: event.recordedAt ?? event.occurredAt })),
  };
  const settledCases = settledCasesOf(order, flat.settledCases);
  return withoutDisputeOnClosed({ ...order, settledCases }, now);
}

function attemptOf({ opening, ...attempt }: FlatAttempt): PaymentAttempt {
  return {
    returnUrl: null,
    actionDisplay: null,
    paymentReference: null,
    // Earlier versions stored no channel ID. They allowed only one account of each channel type, and its channel ID was the
    // type.
    channelId: attempt.channelType,
    route: null,
    channelFault: null,
    uncollected: null,
    declines: [],
    ...attempt,
    opening: opening && { ...noPageParts, ...opening },
  };
}

/**
 * Adds the members that are missing in a refund stored by an earlier version. `callEndsBy` becomes null, because no call to the
 * channel from that time can still be running.
 */
function refundOf(refund: FlatRefund): Refund {
  return { callEndsBy: null, foundUnsentAt: null, unconcludedSince: null, ...refund };
}

function disputeOf(dispute: FlatDispute): Dispute {
  const { state, openedAt } = dispute;
  const inquiry = state === 'opened' ? firstInquiry(openedAt) : null;
  return { respondBy: null, inquiry, unresolvedSince: null, ...dispute };
}

/**
 * Adds the members that a won dispute lacks if an early version stored only the channel's reference. The dispute's amount is
 * unknown and is set to 0. Totals stay correct, because the bank gives the money of a won dispute back.
 */
function wonDisputeOf(
  dispute: FlatOrder['wonDisputes'][number],
  { amount, attempts, paidByAttemptId, paidAt, createdAt }: Omit<FlatOrder, '_id' | 'lostDisputes'>,
): Dispute {
  if (typeof dispute !== 'string' && 'amount' in dispute) return disputeOf(dispute);
  const at = paidAt ?? createdAt;
  return {
    attemptId: paidByAttemptId ?? attempts.at(-1)?.attemptId ?? '',
    channelReference: typeof dispute === 'string' ? dispute : dispute.channelReference,
    amount: { ...amount, amountMinor: 0 },
    state: 'won',
    openedAt: at,
    resolvedAt: at,
    respondBy: null,
    inquiry: null,
    unresolvedSince: null,
  };
}

/**
 * Removes the dispute from a closed order, and reports it to an operator. Earlier versions let a closed order keep its dispute;
 * now no closed order has one.
 */
function withoutDisputeOnClosed(order: PaymentOrder, now: Date): PaymentOrder {
  const { state, dispute } = order;
  if (state !== 'CLOSE' || dispute === null) return order;
  const { order: decided } = changed(withDisputeSetAside(order, dispute, now));
  return recordChange(order, decided, { cause: 'validity_ended', at: now });
}
