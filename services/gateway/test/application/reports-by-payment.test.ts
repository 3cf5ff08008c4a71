import { describe, expect, test } from 'vitest';
import type { ChannelNotification } from '../../src/ports/channel-callback.ts';
import { money } from '../builders/orders.ts';
import { rawCallback } from '../in-memory/fake-channel.ts';
import { newSurroundings, TestGateway } from '../in-memory/test-gateway.ts';

const EVERYTHING = money(10_000);

/** A gateway with an order whose attempt is submitted, and ways to report about the attempt. */
async function submittedOrder() {
  const surroundings = newSurroundings();
  const gateway = new TestGateway(surroundings);
  const { orderId, attempts } = await gateway.submitted(await gateway.merchant());
  const attemptId = attempts[0]?.attemptId ?? '';
  let events = 0;
  const tell = async (notification: ChannelNotification) => {
    events += 1;
    const callback = rawCallback({ callbackId: `evt_${events}`, notification });
    await gateway.receiveCallback.execute('Sandbox', callback);
    await gateway.settle();
  };
  const pay = (paymentReference: string, paid = EVERYTHING) =>
    tell({ kind: 'payment', attemptId, result: { kind: 'succeeded', paid, card: null, paymentReference } });
  const order = () => gateway.order(orderId);
  return { surroundings, gateway, attemptId, tell, pay, order };
}

describe('a report with a reference that somebody entered at the processor', () => {
  const attemptId = 'INV-2041';
  const refund = (paymentReference: string) =>
    ({
      kind: 'refund_by_reference',
      attemptId,
      paymentReference,
      channelReference: 'R1',
      result: { kind: 'succeeded', returned: money(6_000) },
    }) as const;

  test('is applied to the payment that it names (fault 84)', async () => {
    const { tell, pay, order } = await submittedOrder();
    await pay('P1');
    await tell(refund('P1'));
    const { state, refunds } = await order();
    expect([state, refunds.map((each) => [each.state, each.amount.amountMinor])]).toEqual([
      'PARTIAL_REFUND',
      [['SUCCESS', 6_000]],
    ]);
    await tell({
      kind: 'dispute',
      attemptId,
      paymentReference: 'P1',
      report: { kind: 'opened', channelReference: 'D1', amount: money(4_000) },
    });
    expect((await order()).state).toBe('IN_DISPUTE');
  });

  test('that nothing but an operator can handle is raised under the gateway’s own ID', async () => {
    const { surroundings, tell, pay, attemptId: own } = await submittedOrder();
    await pay('P1');
    await tell({ kind: 'for_operator', reference: attemptId, paymentReference: 'P1', detail: 'Odd.' });
    expect(surroundings.alerts.raised).toContainEqual({
      kind: 'report_for_operator',
      channelId: 'Sandbox',
      reference: own,
      detail: 'Odd.',
    });
  });

  test('changes nothing and raises nothing if its payment is somebody else’s', async () => {
    const { surroundings, tell, pay, order } = await submittedOrder();
    await pay('P1');
    const before = await order();
    await tell(refund('P2'));
    await tell({ kind: 'for_operator', reference: attemptId, paymentReference: 'P2', detail: 'Odd.' });
    expect(await order()).toEqual(before);
    expect(surroundings.alerts.raised).toEqual([]);
  });
});
