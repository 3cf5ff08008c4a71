import { expect, test } from 'vitest';
import { casesOf } from '../../src/application/operator/case-details.ts';
import { caseListText } from '../../src/cli/cases/case-text.ts';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { noteUncollected } from '../../src/domain/attempt/note-uncollected.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { planRefundStep } from '../../src/domain/refund/progress-refund.ts';
import { afterChange, latest, opened, paid, submitted, succeeded, walletMethod } from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

/** An order whose money the channel cannot collect, and for which the consumer has paid a second time. */
function paidTwiceButUncollected(): PaymentOrder {
  const first = opened();
  const second = opened(first, walletMethod);
  const report = { channelReference: 'cpt_1', reason: 'The bank refused.' };
  const order = afterChange(
    noteUncollected(paid(submitted(second)), latest(second).attemptId, report, after(45)),
  );
  return afterChange(applyPaymentResult(order, latest(first).attemptId, succeeded(), after(50)));
}

/**
 * The operator's case list is all that an operator sees. It advises to settle the case once the merchant knows that the money
 * will not arrive, and first to conclude “the payment’s refunds”. The uncollected payment has none. The settlement then sends
 * the return of the second payment, and the merchant has neither.
 */
test('the case of uncollected money tells the operator that settling it returns the second payment', () => {
  const order = paidTwiceButUncollected();
  const { attemptId } = latest(order);
  expect(order.refunds.filter((refund) => refund.attemptId === attemptId)).toEqual([]);
  const [open] = openCases(order);
  expect(open?.kind).toBe('payment_uncollected');
  const settled = afterChange(
    settleListed(order, open?.caseId ?? '', 'It will not arrive; the merchant knows.', after(60)),
  );
  const [refund] = settled.refunds;
  const facts = { now: after(9_000), callEndsBy: after(9_010), isChannelThere: true };
  expect(planRefundStep(settled, refund?.refundId ?? '', facts).kind).toBe('send');

  const [listed] = casesOf(order, null);
  if (listed === undefined) throw new Error('no case is listed');
  const { caseId, kind, since, detail, orderId, merchantId } = listed;
  const text = caseListText({
    cases: [
      {
        case_id: caseId,
        kind,
        since: since.toISOString(),
        detail,
        order_id: orderId,
        merchant_id: merchantId,
      },
    ],
    next: null,
    webhooks: { events_given_up: 0, endpoints_switched_off: 0, switched_off_merchants: [] },
  });
  expect(text).toMatch(new RegExp(`second payment|duplicate|paid twice|${refund?.refundId}`));
});
