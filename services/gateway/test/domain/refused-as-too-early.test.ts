import { describe, expect, test } from 'vitest';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { applyRefundReport, recordRefundReference } from '../../src/domain/refund/progress-refund.ts';
import {
  afterChange,
  clocksAt,
  disputed,
  eventsOf,
  paid,
  refundNumbered,
  startRefund,
  withRefund,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const failure = { code: 'refund_refused', message: "Transaction hasn't been captured, refund not possible" };
const tooEarly = { kind: 'failed', failure, isTooEarly: true } as const;

/** An order with a refund of a part that the gateway has sent. The channel's answer is not recorded yet. */
const sent = () => withRefund(paid(), { number: 'R', amountMinor: 3_000, state: 'PROCESSING' });
const refundOf = (order: PaymentOrder) => refundNumbered(order, 'R');

function told(order: PaymentOrder, channelReference: string, result: 'too_early' | 'made', seconds = 60) {
  const { refundId, amount } = refundOf(order);
  const made = { kind: 'succeeded', returned: amount } as const;
  const report = { channelReference, result: result === 'made' ? made : tooEarly };
  return applyRefundReport(order, refundId, report, after(seconds));
}

const refused = (order: PaymentOrder, reference = 'ref_1', seconds = 60) =>
  afterChange(told(order, reference, 'too_early', seconds));

/** Sends the refund again once it is due, and records the channel's answer. */
function sentAgain(order: PaymentOrder, channelReference: string): PaymentOrder {
  const { refundId, nextActionAt } = refundOf(order);
  const due = nextActionAt ?? after(0);
  const next = afterChange(startRefund(order, refundId, due, true));
  return afterChange(recordRefundReference(next, refundId, channelReference, clocksAt(due)));
}

describe('if the channel refuses a refund because it has not captured the payment yet, the refund is sent again later (fault 85)', () => {
  test('waits, keeps its amount reserved, and is sent again later as a new request', () => {
    const waiting = refused(sent());
    expect(refundOf(waiting)).toMatchObject({
      state: 'INITIALISED',
      channelReference: null,
      failure: null,
      refusedAsTooEarly: ['ref_1'],
      nextActionAt: after(60 + 300),
    });
    expect(refundableMinor(waiting)).toBe(7_000);
    expect(eventsOf(waiting)).not.toContain('order.refund.failed');
    const again = sentAgain(waiting, 'ref_2');
    expect(refundOf(again)).toMatchObject({ state: 'PROCESSING', channelReference: 'ref_2' });
    const made = afterChange(told(again, 'ref_2', 'made', 900));
    expect(refundOf(made)).toMatchObject({ state: 'SUCCESS', channelReference: 'ref_2' });
    expect(made.state).toBe('PARTIAL_REFUND');
  });

  test('is not taken for accepted when the answer to the refused request is recorded only afterwards', () => {
    const waiting = refused(sent());
    const { refundId } = refundOf(waiting);
    expect(recordRefundReference(waiting, refundId, 'ref_1', clocksAt(after(61))).kind).toBe('unchanged');
  });

  test('is sent once more only, even if the refusal is reported again', () => {
    const waiting = refused(sent());
    expect(told(waiting, 'ref_1', 'too_early').kind).toBe('unchanged');
    // The second request is on its way. The first one's refusal says nothing about it.
    const { refundId, nextActionAt } = refundOf(waiting);
    const again = afterChange(startRefund(waiting, refundId, nextActionAt ?? after(0), true));
    expect(told(again, 'ref_1', 'too_early').kind).toBe('unchanged');
  });

  test('is left to an operator if the channel reports a refused request as made', () => {
    const waiting = refused(sent());
    const contradicted = afterChange(told(waiting, 'ref_1', 'made'));
    expect(refundOf(contradicted).state).toBe('INITIALISED');
    expect(contradicted.quarantine).toMatchObject([
      { subject: { kind: 'refund', result: 'succeeded', channelReference: 'ref_1' } },
    ]);
  });

  test('is withdrawn instead of sent if a dispute has taken the money meanwhile', () => {
    expect(refundOf(disputed(refused(sent()))).state).toBe('CANCELLED');
    // A refund that is at its channel can no longer be withdrawn.
    expect(refundOf(disputed(sent())).state).toBe('PROCESSING');
  });

  test('is withdrawn at once if a dispute was opened before the channel refused it', () => {
    const withdrawn = refused(disputed(sent()));
    expect(refundOf(withdrawn)).toMatchObject({
      ...{ state: 'CANCELLED', failure: { code: 'dispute_opened' }, nextActionAt: null },
      ...{ channelReference: null, refusedAsTooEarly: ['ref_1'] },
    });
    expect(eventsOf(withdrawn)).toContain('order.refund.failed');
    expect(told(withdrawn, 'ref_1', 'too_early').kind).toBe('unchanged');
  });

  test('becomes a case after some hours, and fails in the end', () => {
    let order = refused(sent());
    const waits: number[] = [];
    let casesAt = 0;
    while (refundOf(order).state === 'INITIALISED') {
      const { refusedAsTooEarly = [], nextActionAt } = refundOf(order);
      const number = refusedAsTooEarly.length + 1;
      if (casesAt === 0 && openCases(order).some(({ kind }) => kind === 'refund_unresolved')) {
        casesAt = refusedAsTooEarly.length;
      }
      const at = ((nextActionAt?.getTime() ?? 0) - after(0).getTime()) / 1000;
      order = sentAgain(order, `ref_${number}`);
      order = refused(order, `ref_${number}`, at);
      waits.push(((refundOf(order).nextActionAt?.getTime() ?? 0) - after(at).getTime()) / 60_000);
    }
    expect(casesAt).toBe(8);
    expect(waits.slice(0, 8)).toEqual([10, 20, 40, 80, 160, 320, 360, 360]);
    expect(refundOf(order)).toMatchObject({ state: 'FAILED', failure });
    expect(refundOf(order).refusedAsTooEarly).toHaveLength(19);
    expect(refundableMinor(order)).toBe(10_000);
    expect(eventsOf(order)).toContain('order.refund.failed');
  });
});
