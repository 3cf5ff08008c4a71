import { orderLimits } from '@kassa/contracts';
import { expect, test } from 'vitest';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { recordWithinLimits } from '../../src/domain/order/record-within-limits.ts';
import { applyRefundReport } from '../../src/domain/refund/progress-refund.ts';
import { money, paid, refundNumbered, withRefund } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

/**
 * Callbacks that only contradict an order may fill the list of reports up to `setAside`. The rest is reserved for reports that
 * the gateway sets aside while it changes the order, for example when a refund whose case an operator has settled succeeds.
 */
test('callbacks about a refund do not use up the room that is reserved for changes of the order', () => {
  const before = withRefund(paid(), { number: 'R1', amountMinor: 4_000, state: 'PROCESSING' });
  const { refundId } = refundNumbered(before, 'R1');
  let order: PaymentOrder = { ...before, outbox: [] };
  // `withRefund` makes several changes that have no record here, so let the history end at the order's version.
  const last = order.history.at(-1);
  if (last !== undefined) order = { ...order, history: [{ ...last, version: order.version }] };
  for (let minor = 1; minor <= orderLimits.setAsideInAll; minor += 1) {
    const result = { kind: 'succeeded', returned: money(minor) } as const;
    const report = applyRefundReport(order, refundId, { channelReference: 'ref_1', result }, after(70));
    if (report.kind !== 'changed') throw new Error('the report was not set aside');
    const kept = recordWithinLimits(order, report.order, { cause: 'callback_received', at: after(70) });
    if (kept.kind === 'full') break;
    order = kept.order;
  }
  // The first report also learns the refund's reference, so it may use the reserved room.
  expect(order.quarantine.length).toBeLessThanOrEqual(orderLimits.setAside);
});
