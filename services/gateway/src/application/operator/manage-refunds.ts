import type { RefundConclusion } from '@kassa/contracts';
import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { type ConcludedRefund, concludeRefund } from '../../domain/refund/conclude-refund.ts';
import { madeMinor, type ReturnWay } from '../../domain/refund/made-amount.ts';
import type { Refund } from '../../domain/refund/refund.ts';
import { laterReturn, type RepeatedReturn, repeatReturn } from '../../domain/refund/return-money.ts';
import { type CancelledRefund, cancelRefund } from '../../domain/refund/withdraw-refund.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BackgroundWork } from '../background-work.ts';
import type { ChangeOrder } from '../change-order.ts';
import type { ExecuteRefund } from '../channels/execute-refund.ts';
import { moneyText } from '../channels/report-text.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { amountFound } from './amount-found.ts';

interface Dependencies {
  readonly change: ChangeOrder;
  readonly executeRefund: ExecuteRefund;
  readonly background: BackgroundWork;
  readonly clock: Clock;
}

/** What an operator has found about a refund. */
export interface FoundRefund {
  readonly outcome: RefundConclusion;
  /** The amount that was returned, in major units of the order's currency. Undefined if this is the refund's amount. */
  readonly amount?: number | undefined;
  /**
   * When the operator looked at the channel's own record, by the real clock and not by the business clock. Undefined if the
   * operator gave no time.
   */
  readonly lookedAt?: Date | undefined;
  /** Whether the operator states that nobody has returned the money by hand, that is, outside the channel. */
  readonly isNotByHand?: boolean | undefined;
  /** Kept in the order's history. */
  readonly note: string;
}

/** Operators' decisions about refunds. */
export class ManageRefunds {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Cancels a merchant's refund that has not reached its channel. */
  async cancel(
    refundId: string,
  ): Promise<{ readonly kind: 'cancelled'; readonly order: PaymentOrder } | Refusal> {
    const orderId = orderIdOf(refundId);
    if (orderId === undefined) return notFound(refundId);
    const change = await this.#deps.change.decide<CancelledRefund>(orderId, 'refund_cancelled', (order) => {
      const cancelled = cancelRefund(order, refundId, this.#deps.clock.now());
      return cancelled.kind === 'cancelled'
        ? { order: cancelled.order, verdict: cancelled }
        : { verdict: cancelled };
    });
    if (change.kind === 'order_not_found') return notFound(refundId);
    return change.verdict.kind === 'cancelled'
      ? { kind: 'cancelled', order: change.order }
      : notCancelled(refundId, change.verdict.reason);
  }

  /**
   * Ends a refund for which the channel reported no result. Also records money that was returned in addition to a completed
   * refund.
   */
  async conclude(
    refundId: string,
    { amount, lookedAt, isNotByHand = false, ...found }: FoundRefund,
  ): Promise<
    | {
        readonly kind: 'concluded';
        readonly order: PaymentOrder;
        readonly refund: Refund;
        readonly correction: Refund | null;
      }
    | Refusal
  > {
    const orderId = orderIdOf(refundId);
    if (orderId === undefined) return notFound(refundId);
    const cause = { cause: 'refund_concluded', note: found.note } as const;
    const change = await this.#deps.change.decide<ConcludedRefund>(orderId, cause, (order) => {
      const moment = { now: this.#deps.clock.now(), realNow: this.#deps.clock.realNow() };
      const returned = amountFound(amount, order.amount.currency);
      if (returned === 'impossible') return { verdict: { kind: 'refused', reason: 'amount_impossible' } };
      const finding = { ...found, isNotByHand, ...(lookedAt && { lookedAt }), ...(returned && { returned }) };
      const concluded = concludeRefund(order, refundId, finding, moment);
      return concluded.kind === 'concluded'
        ? { order: concluded.order, verdict: concluded }
        : { verdict: concluded };
    });
    if (change.kind === 'order_not_found') return notFound(refundId);
    if (change.verdict.kind !== 'concluded') {
      return notConcluded(refundId, change.verdict, { order: change.order, outcome: found.outcome });
    }
    const { refund, correction } = change.verdict;
    return { kind: 'concluded', order: change.order, refund, correction };
  }

  /**
   * Starts a new return of a late or second payment whose earlier return failed.
   *
   * @returns the ID of the new refund
   */
  async repeatReturn(
    failedRefundId: string,
  ): Promise<{ readonly kind: 'repeated'; readonly refundId: string } | Refusal> {
    const orderId = orderIdOf(failedRefundId);
    if (orderId === undefined) return notFound(failedRefundId);
    const change = await this.#deps.change.decide<RepeatedReturn>(orderId, 'return_repeated', (order) => {
      const repeated = repeatReturn(order, failedRefundId, this.#deps.clock.now());
      return repeated.kind === 'repeated'
        ? { order: repeated.order, verdict: repeated }
        : { verdict: repeated };
    });
    if (change.kind === 'order_not_found') return notFound(failedRefundId);
    if (change.verdict.kind === 'refused') {
      return notRepeated(failedRefundId, change.verdict.reason, change.order);
    }
    const { refundId } = change.verdict;
    this.#deps.background.startOnOrder('execute-refund', orderId, () =>
      this.#deps.executeRefund.execute(orderId, refundId),
    );
    return { kind: 'repeated', refundId };
  }
}

type NotConcluded = Extract<ConcludedRefund, { kind: 'refused' }>;

function notConcluded(
  refundId: string,
  refused: NotConcluded,
  asked: { readonly order: PaymentOrder; readonly outcome: RefundConclusion },
): Refusal {
  if (refused.reason === 'not_found') return notFound(refundId);
  return refuse('REFUND_NOT_CONCLUDABLE', whyNotConcluded(refundId, refused, asked));
}

function whyNotConcluded(
  refundId: string,
  refused: Exclude<NotConcluded, { reason: 'not_found' }>,
  asked: { readonly order: PaymentOrder; readonly outcome: RefundConclusion },
): string {
  switch (refused.reason) {
    case 'ended':
      return refused.endedAs === 'SUCCESS'
        ? `The refund has ended already: it is SUCCESS. ${madeAlready(refundId, asked)}`
        : `The refund has ended already: it is ${refused.endedAs}. It can only be concluded as made or made by hand.`;
    case 'correction':
      return `The refund only records what went back beyond ${refused.corrects}: conclude that one.`;
    case 'amount_needed':
      return 'The channel has reported another amount than was requested, or another refund with the same ID. Conclude the refund with the total amount that the channel’s own record shows for this ID.';
    case 'recorded_more':
      return `${moneyText(refused.recorded)} is recorded as returned in this way, and a recorded return cannot be taken back. Agree with the merchant, and settle the case.`;
    case 'still_tried':
      return 'The gateway is still working on the refund. It can be concluded once it waits for you as a case refund_unresolved.';
    case 'amount_impossible':
      return 'The amount must be one of the order’s currency, and at most what was paid. A refund that was not made has none.';
    case 'looked_too_early':
      return `The refund may have reached its channel until ${refused.lookAfter.toISOString()}. Look at the channel’s own record now. If it shows that the refund was not made and is not pending either, conclude the refund again and say when you looked (--looked-at).`;
    case 'taken_over':
      return `An operator has settled the refund’s case, with the note ${refused.notes.map((note) => `“${note}”`).join(', then ')}. If the money went back by hand, conclude the refund as made by hand. If nobody returned it by hand, look at the channel’s own record after ${refused.lookAfter.toISOString()}, and conclude the refund again with that time and with not_by_hand (--not-by-hand).`;
    case 'looked_in_future':
      return 'The time at which you looked is in the future.';
    case 'repeat_sent':
      return `This return was repeated as ${refused.repeat.refundId}, which is PROCESSING: the channel may still return the same money. Wait for its result. If you have returned the money by hand already, watch for that result, and conclude this return after it.`;
    case 'being_sent':
      return 'The gateway is working on the refund right now, and a call to its channel may still be running. Look at the channel’s own record again in a minute.';
  }
}

function notCancelled(
  refundId: string,
  reason: Extract<CancelledRefund, { kind: 'refused' }>['reason'],
): Refusal {
  switch (reason) {
    case 'not_found':
      return notFound(refundId);
    case 'automatic':
      return refuse(
        'REFUND_NOT_CANCELLABLE',
        'This refund returns money that came too late or twice; it is not the merchant’s to keep.',
      );
    case 'at_the_channel':
      return refuse(
        'REFUND_NOT_CANCELLABLE',
        'The refund was sent to its channel and may be made already. Wait for its result.',
      );
    case 'taken_over':
      return refuse(
        'REFUND_NOT_CANCELLABLE',
        'An operator has settled the refund’s case and may have returned the money by hand. Conclude the refund instead.',
      );
    case 'ended':
      return refuse('REFUND_NOT_CANCELLABLE', 'The refund has ended.');
  }
}

/**
 * Tells an operator which amounts are already recorded as returned for a completed refund, so that nobody records or returns
 * the same money again.
 */
function madeAlready(
  refundId: string,
  { order, outcome }: { readonly order: PaymentOrder; readonly outcome: RefundConclusion },
): string {
  if (outcome === 'not_made') {
    return 'A recorded return cannot be taken back. If no money went back, agree with the merchant.';
  }
  const recorded = (way: ReturnWay) =>
    moneyText({ ...order.amount, amountMinor: madeMinor(order, refundId, way) });
  return `It records ${recorded('at_channel')} as returned by the channel and ${recorded('by_hand')} as returned by hand. If that is right, nothing is left to do. If more went back, conclude the refund with an amount: the total that the channel returned (made), or the total that you returned by hand (made by hand).`;
}

function notRepeated(
  refundId: string,
  reason: Extract<RepeatedReturn, { kind: 'refused' }>['reason'],
  order: PaymentOrder,
): Refusal {
  switch (reason) {
    case 'not_found':
      return notFound(refundId);
    case 'not_automatic':
      return refuse(
        'RETURN_NOT_REPEATABLE',
        'This refund is the merchant’s: only the return of late or duplicate money can be repeated. If the refund has failed or was cancelled, the merchant can request another one under a new ID.',
      );
    case 'not_failed':
      return refuse('RETURN_NOT_REPEATABLE', notFailedText(order, refundId));
    case 'reported_made':
      return refuse(
        'RETURN_NOT_REPEATABLE',
        'The channel has reported since that the money went back after all. Look at its own record first.',
      );
    case 'taken_over':
      return refuse(
        'RETURN_NOT_REPEATABLE',
        'An operator has settled the case of this return and may have returned the money by hand. Return the money by hand if nobody has, and conclude the return as made by hand.',
      );
    case 'reported_lost':
      return refuse(
        'RETURN_NOT_REPEATABLE',
        'The channel has reported that the bank took this money by a lost dispute. Look at the channel’s own record. If the bank took the money, settle the case. If it did not, return the money at the processor and conclude the refund as made_by_hand.',
      );
    case 'no_open_case':
      return refuse('RETURN_NOT_REPEATABLE', alreadyRepeatedText(order, refundId));
  }
}

function notFailedText(order: PaymentOrder, refundId: string): string {
  const state = order.refunds.find((refund) => refund.refundId === refundId)?.state;
  return state === 'INITIALISED' || state === 'PROCESSING'
    ? `The return did not fail: it is ${state}. Wait for its result, and do not return the money by hand meanwhile.`
    : 'The money of this payment is recorded as returned already.';
}

/**
 * Explains why the return of a payment is not repeated. If it was already repeated, names the newer return, so that the
 * operator does not also return the money by hand.
 */
function alreadyRepeatedText(order: PaymentOrder, refundId: string): string {
  const repeated = laterReturn(order, refundId);
  if (repeated === undefined) {
    return 'An operator has settled the case of this return: the note in kassa-admin order show says why. If the money still has to go back, return it by hand, and conclude the return as made by hand.';
  }
  const already = `The return was already repeated, as ${repeated.refundId}, which is ${repeated.state}.`;
  return repeated.state === 'INITIALISED' || repeated.state === 'PROCESSING'
    ? `${already} Wait for its result: if you return the money by hand meanwhile, it can go back twice.`
    : `${already} See kassa-admin cases for what is left to do.`;
}

function notFound(refundId: string): Refusal {
  return refuse('REFUND_NOT_FOUND', `There is no refund ${refundId}.`);
}
