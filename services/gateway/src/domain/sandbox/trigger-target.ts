import type { SandboxTrigger } from '@kassa/contracts';
import { isAttemptAlive, type PaymentAttempt } from '../attempt/payment-attempt.ts';
import type { PaymentOrder } from '../order/payment-order.ts';

type OpenedAttempt = PaymentAttempt & { readonly opening: NonNullable<PaymentAttempt['opening']> };

export type TriggerTarget =
  | { readonly kind: 'attempts'; readonly attempts: readonly OpenedAttempt[] }
  | { readonly kind: 'none'; readonly reason: string };

/** Returns the attempts to which a tester's trigger applies, or the reason why it applies to none. */
export function triggerTarget(order: PaymentOrder, what: SandboxTrigger): TriggerTarget {
  switch (what) {
    case 'partial_payment':
    case 'payment_succeeded':
    case 'payment_failed':
    case 'amount_mismatch':
      return latest(
        order,
        (attempt) => isAttemptAlive(attempt),
        order.paidByAttemptId === null
          ? 'No payment is under way. Open the checkout and begin one.'
          : 'No payment is under way; the order is paid.',
      );
    case 'late_success':
      if (order.paidByAttemptId !== null) {
        return { kind: 'none', reason: 'The order is paid; second_payment lets another attempt succeed.' };
      }
      return latest(
        order,
        ({ state }) => state === 'FAILED' || state === 'ABANDONED',
        'No payment has failed or was cancelled.',
      );
    case 'second_payment':
      if (order.paidByAttemptId === null) return notPaid;
      return latest(
        order,
        ({ state }) => state !== 'SUCCEEDED',
        'The order has no other payment that could succeed as well. Begin two before it is paid, such as a declined card and then a good one.',
      );
    case 'refund_succeeded':
    case 'refund_failed': {
      const pending = order.refunds.find(({ state }) => state === 'PROCESSING' || state === 'INITIALISED');
      const attemptId = pending?.attemptId ?? order.paidByAttemptId;
      if (attemptId === null) return notPaid;
      return latest(order, (attempt) => attempt.attemptId === attemptId, notPaid.reason);
    }
    case 'refunds_held':
    case 'refunds_released': {
      // The trigger applies to every opened attempt, paid or not: it keeps the attempt's refunds pending, or releases them. Any
      // of these attempts may get a refund later, because late and second payments are returned too.
      const attempts = order.attempts.filter(isOpened);
      return attempts.length === 0
        ? { kind: 'none', reason: 'No payment was begun, so there are no refunds to hold or to release.' }
        : { kind: 'attempts', attempts };
    }
    case 'dispute_opened':
    case 'dispute_won':
    case 'dispute_lost':
      return latest(order, (attempt) => attempt.attemptId === order.paidByAttemptId, notPaid.reason);
    case 'callback_repeated':
      return latest(order, () => true, 'No payment was begun, so there is no callback to repeat.');
  }
}

const notPaid = { kind: 'none', reason: 'The order is not paid.' } as const;

function latest(
  order: PaymentOrder,
  isMeant: (attempt: PaymentAttempt) => boolean,
  reason: string,
): TriggerTarget {
  const attempt = order.attempts.filter(isOpened).findLast(isMeant);
  return attempt === undefined ? { kind: 'none', reason } : { kind: 'attempts', attempts: [attempt] };
}

/** Whether the processor knows an attempt. The processor knows it after answering the request to open its payment. */
function isOpened(attempt: PaymentAttempt): attempt is OpenedAttempt {
  return attempt.opening !== null;
}
