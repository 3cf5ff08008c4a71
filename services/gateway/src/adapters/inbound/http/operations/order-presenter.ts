import {
  type OperatorCase,
  type OperatorOrder,
  type OrderHistoryEntry,
  toWireAmount,
} from '@kassa/contracts';
import type { ListedCase } from '../../../../application/operator/case-details.ts';
import type { ShownOrder } from '../../../../application/operator/show-order.ts';
import type { PaymentAttempt } from '../../../../domain/attempt/payment-attempt.ts';
import type { Dispute } from '../../../../domain/dispute/dispute.ts';
import { lastRecordedAt } from '../../../../domain/dispute/disputes-set-aside.ts';
import { changeCauses, type OrderChangeRecord } from '../../../../domain/order/order-change-record.ts';
import type { PaymentOrder } from '../../../../domain/order/payment-order.ts';
import { isAutomatic, type Refund } from '../../../../domain/refund/refund.ts';
import type { LoggedEvent } from '../../../../ports/logged-event.ts';
import { presentPayment } from '../merchant/payment-messages.ts';

/** An order as the operator sees it. */
export function presentOperatorOrder({ order, events, cases }: ShownOrder): OperatorOrder {
  return {
    merchant_id: order.merchantId,
    payment: presentPayment(order),
    attempts: order.attempts.map(presentAttempt),
    refunds: order.refunds.map(presentRefund),
    dispute: order.dispute && presentDispute(order, order.dispute),
    cases: cases.map(presentCase),
    events: events.map(presentEvent),
    settled_cases: order.settledCases.map(({ caseId, at, note }) => ({
      case_id: caseId,
      at: at.toISOString(),
      note,
    })),
    history: order.history.map(presentChange),
  };
}

export function presentCase(listed: ListedCase): OperatorCase {
  return {
    case_id: listed.caseId,
    kind: listed.kind,
    since: listed.since.toISOString(),
    order_id: listed.orderId,
    merchant_id: listed.merchantId,
    detail: listed.detail,
  };
}

function presentAttempt(attempt: PaymentAttempt): OperatorOrder['attempts'][number] {
  return {
    attempt_id: attempt.attemptId,
    state: attempt.state,
    payment_method: attempt.methodCode,
    channel_id: attempt.channelId,
    channel_type: attempt.channelType,
    route: attempt.route && {
      reason: attempt.route.reason,
      passed_over: attempt.route.passedOver.map(({ channelId, reason }) => ({
        channel_id: channelId,
        reason,
      })),
    },
    channel_reference: attempt.opening?.channelReference ?? null,
    failure: failureText(attempt.failure),
    opened_at: attempt.openedAt.toISOString(),
    submitted_at: timeText(attempt.submittedAt),
    ended_at: timeText(attempt.endedAt),
    questions: attempt.checks,
    next_question_at: timeText(attempt.nextCheckAt),
  };
}

function presentRefund(refund: Refund): OperatorOrder['refunds'][number] {
  return {
    refund_id: refund.refundId,
    transaction_id: refund.transactionId,
    state: refund.state,
    amount: toWireAmount(refund.amount),
    automatic: isAutomatic(refund),
    made_by_hand: refund.isMadeByHand === true,
    corrects_refund_id: refund.correctsRefundId ?? null,
    channel_reference: refund.channelReference,
    failure: failureText(refund.failure),
    tries: refund.tries,
    next_try_at: timeText(refund.nextActionAt),
  };
}

function presentDispute(
  order: PaymentOrder,
  { channelReference, respondBy, inquiry }: Dispute,
): OperatorOrder['dispute'] {
  return {
    channel_reference: channelReference,
    respond_by: timeText(respondBy),
    next_question_at: timeText(inquiry?.dueAt ?? null),
    recorded_at: timeText(lastRecordedAt(order, channelReference) ?? null),
  };
}

function presentEvent({ eventId, sequence, type, delivery }: LoggedEvent): OperatorOrder['events'][number] {
  const last = delivery.tries.at(-1);
  return {
    event_id: eventId,
    sequence,
    event_type: type,
    delivery_state: delivery.state,
    tries: delivery.tries.length,
    last_answer: last === undefined ? null : (last.httpStatus?.toString() ?? last.error),
    next_try_at: timeText(delivery.nextTryAt),
  };
}

function presentChange({ version, at, cause, moves, times, note }: OrderChangeRecord): OrderHistoryEntry {
  return {
    version,
    at: at.toISOString(),
    actor: changeCauses[cause],
    cause,
    times: times ?? 1,
    note: note ?? null,
    moves: moves.map((move) => ({ ...move })),
  };
}

function failureText(failure: { readonly code: string; readonly message: string } | null): string | null {
  return failure === null ? null : `${failure.code}: ${failure.message}`;
}

function timeText(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
