import type { CheckContext, FaultCheck } from '../report/fault-run.ts';
import { whileTimeRuns } from '../ticking.ts';
import { Consumer, cards } from '../traffic/consumer.ts';
import { type CreatedOrder, Merchant } from '../traffic/merchant.ts';
import { paidOrder } from '../traffic/paid-orders.ts';
import { waitFor } from '../wait-for.ts';
import { tellContradictions } from './tell-contradictions.ts';

const ANSWER_WITHIN_MS = 30_000;
const ASKED_WITHIN_MS = 40_000;
/**
 * How far this check moves the gateway's clock forward, so that the gateway immediately asks the channel. Otherwise, the
 * gateway would wait 5 s before it asks about an attempt, and 30 s before it asks about a refund.
 */
const ASK_AFTER_MS = 31_000;

/** Row 20. */
export const silentChannel: FaultCheck = {
  title:
    'fault 20: if a channel does not answer a payment or refund, the gateway asks the channel later and never repeats the call blindly',
  rows: [20],
  isOnlyInFullForm: true,
  run: async (context) => {
    const { world } = context;
    const merchant = await Merchant.onboard(world);
    const order = await merchant.create('silent', 1_000);
    // Lose all callbacks about this merchant's orders. The gateway can then learn the result only by asking the channel.
    world.callbacks.behave(({ body }) =>
      merchant.acknowledged.orders.some(({ orderId }) => body.includes(hashOf(orderId)))
        ? 'lose_call'
        : 'pass',
    );
    try {
      await payIsAsked(context, order);
      await refundIsAsked(context, merchant, 'lose_answer');
      await refundIsAsked(context, merchant, 'lose_call');
    } finally {
      world.channel.behave(() => 'pass');
      world.callbacks.behave(() => 'pass');
    }
    context.judgeAtTheEnd([merchant], (findings) => tellContradictions(context, findings));
  },
};

async function payIsAsked(context: CheckContext, order: CreatedOrder): Promise<void> {
  const { world } = context;
  const consumer = new Consumer(world, order);
  await consumer.init('card');
  // With this test card, the channel answers the submission only after half a minute. The gateway waits for ten seconds.
  await consumer.submit(cards.timesOut);
  await world.advance(ASK_AFTER_MS);
  await waitFor(
    'the gateway asked what became of the payment',
    async () => (await consumer.state()) === 'PAY_SUCCESS',
    ASKED_WITHIN_MS,
  );
  const payment = await world.processorDatabase
    .collection<{ _id: string; reference: string }>('payments')
    .findOne({ reference: `txn_${hashOf(order.orderId)}_1` });
  const confirmations = world.channel.calls.filter(
    ({ method, path }) => method === 'POST' && path === `/v1/payments/${payment?._id}/confirm`,
  );
  context.measure('confirmations', confirmations.length);
  if (confirmations.length !== 1) context.fault(`the payment was submitted ${confirmations.length} times`);
}

/**
 * Checks what the gateway does if the connection to the channel breaks during a refund. It breaks either before the channel has
 * received the request or after it has made the refund. The gateway cannot tell these cases apart, so it must ask the channel.
 */
async function refundIsAsked(
  context: CheckContext,
  merchant: Merchant,
  passing: 'lose_answer' | 'lose_call',
): Promise<void> {
  const { world } = context;
  // Let the callback about the payment arrive, so that the order is paid quickly. This check is only about the refund.
  const paying = paidOrder(world, merchant, passing, 1_000);
  const order = await whileTimeRuns(world, 10, paying);
  const refundId = `rfd_${hashOf(order.orderId)}_1`;
  let isFirst = true;
  world.channel.behave(({ method, path, body }) => {
    const isRefund = method === 'POST' && path === '/v1/refunds' && body.includes(refundId);
    if (!isRefund || !isFirst) return 'pass';
    isFirst = false;
    return passing;
  });
  await merchant.refund(order, `${passing}-R`, 400);
  const callsAbout = () =>
    world.channel.calls.filter(({ path, body }) => path.includes(refundId) || body.includes(refundId));
  await waitFor('the refund was sent', () => callsAbout().length > 0, ANSWER_WITHIN_MS);
  await world.advance(ASK_AFTER_MS);
  const isMade = async () => {
    const stored = await world.gatewayDatabase
      .collection<{ _id: string; order: { refunds: readonly { state: string }[] } }>('orders')
      .findOne({ _id: order.orderId });
    return stored?.order.refunds[0]?.state === 'SUCCESS';
  };
  await whileTimeRuns(world, 10, waitFor(`the refund is made (${passing})`, isMade, ASKED_WITHIN_MS));
  const calls = callsAbout().map(({ method }) => method);
  const expected = passing === 'lose_answer' ? ['POST', 'GET'] : ['POST', 'GET', 'POST'];
  if (String(calls.slice(0, expected.length)) !== String(expected)) {
    context.fault(`calls about a refund (${passing}): ${calls}, expected ${expected}`);
  }
  const sent = calls.filter((method) => method === 'POST').length;
  const expectedSent = expected.filter((method) => method === 'POST').length;
  if (sent !== expectedSent) context.fault(`the refund was sent ${sent} times (${passing})`);
}

function hashOf(orderId: string): string {
  return orderId.slice('ord_'.length);
}
