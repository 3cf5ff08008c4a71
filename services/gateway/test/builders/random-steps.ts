import type { Money } from '@kassa/contracts';
import fc from 'fast-check';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { planCancellation, recordCancelled } from '../../src/domain/attempt/cancel-attempt.ts';
import { planGivingUp } from '../../src/domain/attempt/give-up-attempt.ts';
import { noteUncollected } from '../../src/domain/attempt/note-uncollected.ts';
import { planOpening, recordOpening } from '../../src/domain/attempt/open-attempt.ts';
import { planSubmission } from '../../src/domain/attempt/submit-attempt.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { beginClosing, closeExpired } from '../../src/domain/order/expire-order.ts';
import type { Decision, PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { applyRefundResult } from '../../src/domain/refund/progress-refund.ts';
import type { RefundResult } from '../../src/domain/refund/refund.ts';
import { decideRefund } from '../../src/domain/refund/request-refund.ts';
import {
  cardMethod,
  declined,
  demand,
  failed,
  money,
  newOrder,
  opened,
  openingOf,
  paid,
  startRefund,
  submitted,
  succeeded,
  visa,
  walletMethod,
} from './orders.ts';
import { after } from './times.ts';

/** A random change of an order. Steps can follow each other in any sequence, with any contents. */
export type Step = (order: PaymentOrder, now: Date) => Decision;

const pick = fc.nat({ max: 3 });
const attemptAt = (order: PaymentOrder, index: number) => order.attempts[index]?.attemptId ?? 'txn_none';
const refundAt = (order: PaymentOrder, index: number) => order.refunds[index]?.refundId ?? 'rfd_none';

/** Completes a refund's result. If a success names no amount, it gets the refund's own amount. */
function wholeResult(
  order: PaymentOrder,
  index: number,
  result: Exclude<RefundResult, { kind: 'succeeded' }> | { kind: 'succeeded'; returned: Money | null },
): RefundResult {
  if (result.kind === 'failed') return result;
  return { kind: 'succeeded', returned: result.returned ?? order.refunds[index]?.amount ?? money(1) };
}

function written(plan: { kind: string; order?: PaymentOrder | null }): Decision {
  return plan.order == null ? { kind: 'unchanged' } : { kind: 'changed', order: plan.order };
}

export const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(cardMethod, walletMethod).map(
    (method): Step =>
      (order, now) =>
        written(planOpening(order, method, null, now)),
  ),
  pick.map(
    (index): Step =>
      (order, now) =>
        recordOpening(order, attemptAt(order, index), openingOf(attemptAt(order, index)), now),
  ),
  fc.constant<Step>((order, now) => written(planSubmission(order, { card: visa }, now))),
  fc
    .tuple(
      pick,
      fc.constantFrom(
        succeeded(),
        succeeded(),
        declined,
        { kind: 'cancelled' } as const,
        succeeded(money(1)),
      ),
    )
    .map(
      ([index, result]): Step =>
        (order, now) =>
          applyPaymentResult(order, attemptAt(order, index), result, now),
    ),
  fc.tuple(fc.constantFrom('R1', 'R2', 'R3', 'R4', 'R5'), fc.integer({ min: 1, max: 11_000 })).map(
    ([number, amount]): Step =>
      (order, now) =>
        written(decideRefund(order, demand(number, money(amount)), now)),
  ),
  pick.map(
    (index): Step =>
      (order, now) =>
        startRefund(order, refundAt(order, index), now, true),
  ),
  fc
    .tuple(
      pick,
      fc.constantFrom(
        { kind: 'succeeded', returned: null } as const,
        { kind: 'succeeded', returned: money(77) } as const,
        {
          kind: 'failed',
          failure: { code: 'no', message: 'No.' },
        } as const,
      ),
    )
    .map(
      ([index, result]): Step =>
        (order, now) =>
          applyRefundResult(order, refundAt(order, index), wholeResult(order, index, result), now),
    ),
  fc
    .tuple(
      pick,
      fc.constantFrom('opened' as const, 'won' as const, 'lost' as const),
      fc.constantFrom('dsp_1', 'dsp_2'),
      fc.integer({ min: -1, max: 10_001 }),
    )
    .map(
      ([index, kind, channelReference, amount]): Step =>
        (order, now) =>
          applyDisputeReport(
            order,
            attemptAt(order, index),
            { kind, channelReference, amount: money(amount) },
            now,
          ),
    ),
  fc.tuple(pick, fc.constantFrom('cpt_1', 'cpt_2')).map(
    ([index, channelReference]): Step =>
      (order, now) =>
        noteUncollected(order, attemptAt(order, index), { channelReference, reason: 'No.' }, now),
  ),
  fc.constant<Step>((order) => beginClosing(order, after(1800))),
  pick.map(
    (index): Step =>
      (order, now) =>
        written(planGivingUp(order, attemptAt(order, index), now)),
  ),
  pick.map(
    (index): Step =>
      (order) =>
        written(planCancellation(order, attemptAt(order, index), after(1800))),
  ),
  pick.map(
    (index): Step =>
      (order) =>
        recordCancelled(order, attemptAt(order, index), after(1800)),
  ),
  fc.constant<Step>((order) => closeExpired(order, after(1800))),
);

/** Orders in typical states, with which a random story begins. */
export const begin = fc.constantFrom(
  () => newOrder(),
  () => submitted(),
  () => paid(),
  () => submitted(opened(failed())),
);
