import type { DeclineCategory } from '@kassa/contracts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { countsAsTry } from './open-attempt.ts';
import type { PaymentAttempt } from './payment-attempt.ts';

/** How a consumer's try to pay has ended. */
export interface EndedTry {
  readonly attemptId: string;
  readonly outcome: 'succeeded' | DeclineCategory;
}

/**
 * Returns the consumer's tries to pay that ended between two versions of an order. Each card that is declined in the
 * processor's own form counts as one try, even if the attempt continues with another card.
 */
export function endedTries(before: PaymentOrder, after: PaymentOrder): readonly EndedTry[] {
  return after.attempts.flatMap((attempt, index): EndedTry[] => {
    const known = before.attempts[index];
    const { attemptId } = attempt;
    if (attempt.state === 'SUCCEEDED' && known?.state !== 'SUCCEEDED') {
      return [{ attemptId, outcome: 'succeeded' }];
    }
    const outcome = attempt.failure?.category;
    if (outcome === undefined || attempt === known) return [];
    const declines = declinesOf(attempt) - (known === undefined ? 0 : declinesOf(known));
    return Array.from({ length: Math.max(declines, 0) }, () => ({ attemptId, outcome }));
  });
}

function declinesOf(attempt: PaymentAttempt): number {
  if (attempt.state !== 'FAILED' || !countsAsTry(attempt)) return 0;
  return Math.max(attempt.declines.length, 1);
}

/** Whether an outcome is typical of somebody who tests stolen cards. */
export function isDecline(outcome: EndedTry['outcome']): boolean {
  return declines.has(outcome);
}

const declines: ReadonlySet<EndedTry['outcome']> = new Set([
  'declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'authentication_failed',
  'try_another_method',
] satisfies readonly DeclineCategory[]);
