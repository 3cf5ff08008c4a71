import { expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { noteUncollected } from '../../src/domain/attempt/note-uncollected.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { planRefundStep } from '../../src/domain/refund/progress-refund.ts';
import { afterChange, latest, opened, paid, submitted, succeeded, walletMethod } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

test('a second payment is not returned while nobody knows whether the first one can be collected', () => {
  const first = opened();
  const second = opened(first, walletMethod);
  // The order is paid by its second attempt, whose money the channel then fails to collect.
  const { attemptId } = latest(second);
  const report = { channelReference: 'cpt_1', reason: 'The bank refused.' };
  const order = afterChange(noteUncollected(paid(submitted(second)), attemptId, report, after(45)));
  // The consumer has also paid the attempt before, and that money is there.
  const both = afterChange(applyPaymentResult(order, latest(first).attemptId, succeeded(), after(50)));
  expect(openCases(both)).toMatchObject([{ kind: 'payment_uncollected' }]);

  const [refund] = both.refunds;
  const now = after(60);
  const facts = { now, callEndsBy: now, isChannelThere: true };
  expect(planRefundStep(both, refund?.refundId ?? '', facts).kind).toBe('held_back');
});
