import type { PaymentAttempt } from '../../domain/attempt/payment-attempt.ts';
import type { CaseKind } from '../../domain/order/case-kind.ts';
import { type OperatorCase, openCases, refundOfCase } from '../../domain/order/operator-cases.ts';
import { numberIn, uncollectedCaseIdOf } from '../../domain/order/order-identifiers.ts';
import { mostReturnedMinor, returnedMinor } from '../../domain/order/order-sums.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { uncountedPayments } from '../../domain/order/uncounted-payments.ts';
import type { ParkedWork } from '../../domain/parked-work.ts';
import { isHeldBack } from '../../domain/refund/obstacle-to-sending.ts';
import { isLeftToOperator, type Refund, type RefundDelay } from '../../domain/refund/refund.ts';
import { uncollectedLosses } from '../../domain/settlement/money-moves.ts';
import {
  callbackIdAmongAll,
  type ParkedCallback,
  type ReceivedCallback,
} from '../../ports/callback-inbox.ts';
import { moneyText, setAsideText, textOf } from '../channels/report-text.ts';

/** A case: something that waits for an operator's decision, as the list of cases shows it. */
export interface ListedCase {
  readonly caseId: string;
  readonly kind: CaseKind | 'order_parked' | 'callback_parked';
  readonly since: Date;
  /** The ID of the order; null for a callback, which may belong to no order. */
  readonly orderId: string | null;
  readonly merchantId: string | null;
  /** What is known about the case, in a sentence for the operator. */
  readonly detail: string;
}

/**
 * Returns the open cases of one order. If work on the order failed too often and waits for an operator, this work is a case
 * too.
 */
export function casesOf(order: PaymentOrder, parked: ParkedWork | null): readonly ListedCase[] {
  const { orderId, merchantId } = order;
  const cases = openCases(order).map(
    (open): ListedCase => ({ ...open, orderId, merchantId, detail: detailOf(order, open) }),
  );
  if (parked === null) return cases;
  const detail = `The order waits, with all its work, until it is resumed or changes. Attending to it ${failureText(parked)}`;
  return [
    ...cases,
    { caseId: orderId, kind: 'order_parked', since: parked.since, orderId, merchantId, detail },
  ];
}

/**
 * Returns the case about a callback that could not be applied. The callback waits until an operator resumes it or settles the
 * case, or until the earlier report that it needs arrives.
 */
export function callbackCase({ callback, parked }: ParkedCallback): ListedCase {
  const next = parked.isStillTried
    ? `. The gateway still tries to apply it every 10 minutes. The case closes by itself once the missing report has come.${reportIn(callback)}`
    : '';
  return {
    caseId: callbackIdAmongAll(callback),
    kind: 'callback_parked',
    since: parked.since,
    orderId: null,
    merchantId: null,
    detail: `Applying the callback ${failureText(parked)}${next}`,
  };
}

function reportIn({ notification }: ReceivedCallback): string {
  if (notification.kind === 'for_operator' || notification.kind === 'irrelevant') return '';
  return ` It reports ${textOf(notification)}.`;
}

function failureText({ failures, reason }: ParkedWork): string {
  return failures === 1 ? `failed: ${reason}` : `failed ${failures} times, last with: ${reason}`;
}

function detailOf(order: PaymentOrder, { caseId, kind }: OperatorCase): string {
  switch (kind) {
    case 'attempt_unresolved': {
      const attempt = order.attempts.find(({ attemptId }) => attemptId === caseId);
      return `${moneyText(order.amount)} may have been paid ${placeOf(attempt)}, which gave no answer.`;
    }
    case 'payment_uncollected': {
      const attempt = order.attempts.find(({ attemptId }) => uncollectedCaseIdOf(attemptId) === caseId);
      const { reason, isCollectedSince } = attempt?.uncollected ?? {};
      const since = isCollectedSince
        ? ' The channel has reported since that it has collected the money.'
        : '';
      const text = `${moneyText(order.amount)} ${placeOf(attempt)} could not be collected: ${reason}${since}`;
      const [loss] = uncollectedLosses(order, attempt?.attemptId ?? '');
      const advice = isCollectedSince ? ' If the money is there, take the loss back.' : '';
      const known = loss
        ? ` The order already records this loss, under ${loss.channelReference}.${advice}`
        : '';
      const further = uncountedPayments(order, attempt?.attemptId ?? '');
      if (further.length === 0) return `${text}${known}`;
      const references = further.map(({ paymentReference }) => paymentReference).join(', ');
      return `${text}${known} The attempt has further payments (${references}): find out which one the report is about.`;
    }
    case 'refund_unresolved':
    case 'return_failed': {
      const refund = refundOfCase(order, caseId);
      if (refund === undefined) throw new Error(`case ${caseId} is about no refund of the order`);
      return kind === 'refund_unresolved'
        ? unresolvedRefundText(order, refund)
        : failedReturnText(order, refund);
    }
    case 'dispute_unresolved': {
      const { dispute } = order;
      const attempt = order.attempts.find(({ attemptId }) => attemptId === dispute?.attemptId);
      const amount = moneyText(dispute?.amount ?? order.amount);
      return `The dispute ${dispute?.channelReference} over ${amount} ${placeOf(attempt)} was opened on ${dispute?.openedAt.toISOString().slice(0, 10)} and has no outcome yet.`;
    }
    case 'returned_too_much': {
      const returned = moneyText({ ...order.amount, amountMinor: mostReturnedMinor(order) });
      return `${returned} of a payment of ${moneyText(order.amount)} went back, by refunds and lost disputes together.`;
    }
    case 'result_set_aside':
      return setAsideText(order, order.quarantine[(numberIn(caseId) ?? 0) - 1]);
  }
}

function unresolvedRefundText(order: PaymentOrder, refund: Refund): string {
  const amount = moneyText(refund.amount);
  const place = placeOf(attemptOf(order, refund));
  const known =
    refund.state === 'INITIALISED'
      ? `A refund of ${amount} could not be sent ${place} in ${refund.tries} tries.`
      : `A refund of ${amount} has no result yet ${place}, after ${refund.tries} tries.${atChannelText(refund)}`;
  return `${known} ${nextStepText(order, refund)}`;
}

/**
 * Returns a warning if the channel has confirmed that it received the refund; otherwise an empty string. The channel may still
 * make this refund. If the operator also returned the money by hand, the consumer would get it twice.
 */
function atChannelText({ channelReference, delay }: Refund): string {
  return channelReference === null
    ? ''
    : ` The channel has it as ${channelReference}: do not return the money by hand while it is pending there.${delay ? delayTexts[delay] : ''}`;
}

const delayTexts: Readonly<Record<RefundDelay, string>> = {
  balance_too_low:
    ' The balance of the account at the processor is too low for it: add money to the balance, and the processor makes the refund.',
  payment_not_settled:
    ' The processor waits for the money of the payment itself, and makes the refund once it has that money.',
};

/** Says what the gateway will do next about a refund without a result. */
function nextStepText(order: PaymentOrder, refund: Refund): string {
  if (isLeftToOperator(order, refund)) {
    const asks = refund.state === 'PROCESSING' ? ', but still asks the channel about it' : '';
    const notes = order.settledCases.flatMap(({ caseId, note }) =>
      caseId === refund.refundId ? [`“${note}”`] : [],
    );
    return `An operator has settled an earlier case of this refund (${notes.join(', ')}) and may have returned the money by hand. The gateway does not send the refund any more${asks}.`;
  }
  return refund.state === 'INITIALISED' && isHeldBack(order, refund)
    ? 'The gateway does not send it until another case of this order is settled.'
    : 'The gateway keeps trying.';
}

function failedReturnText(order: PaymentOrder, refund: Refund): string {
  const place = placeOf(attemptOf(order, refund));
  if (refund.state === 'SUCCESS') {
    const paid = moneyText(order.amount);
    const amountMinor = returnedMinor(order, refund.attemptId);
    const returned = moneyText({ ...order.amount, amountMinor });
    return `The return ${refund.refundId} was partial: of a payment of ${paid}, ${returned} went back ${place}. The rest is still to go back.`;
  }
  return `The return ${refund.refundId} of ${moneyText(refund.amount)} failed ${place}: ${refund.failure?.message ?? 'refused'}`;
}

function attemptOf(order: PaymentOrder, refund: Refund): PaymentAttempt | undefined {
  return order.attempts.find(({ attemptId }) => attemptId === refund.attemptId);
}

function placeOf(attempt: PaymentAttempt | undefined): string {
  if (attempt === undefined) return 'at an unknown channel';
  const reference = attempt.opening?.channelReference;
  return `at ${attempt.channelType}${reference === undefined ? '' : ` (${reference})`}`;
}
