import type { CheckContext, FaultCheck } from '../report/fault-run.ts';
import { whileTimeRuns } from '../ticking.ts';
import { Consumer, cards } from '../traffic/consumer.ts';
import { type CreatedOrder, Merchant } from '../traffic/merchant.ts';
import { paidOrder } from '../traffic/paid-orders.ts';
import { waitFor } from '../wait-for.ts';
import { tellContradictions } from './tell-contradictions.ts';

const ANSWER_WITHIN_MS = 30_000;
const ASKED_WITHIN_MS = 40_000;
/** Longer than the delay of the first query about an attempt (5 s) and about a refund (30 s). */
const ASK_AFTER_MS = 31_000;

interface Silence {
  readonly merchant: Merchant;
  readonly order: CreatedOrder;
  readonly submitted: Promise<unknown>;
}

/** Row 20. */
export function silentChannel(): FaultCheck {
  let silence: Silence | undefined;
  return {
    title:
      'fault 20: a payment or refund that its channel does not answer is asked about later and never blindly repeated',
    rows: [20],
    prepare: async ({ world }) => {
      const merchant = await Merchant.onboard(world);
      const order = await merchant.create('silent', 1_000);
      // The channel also sends no callbacks for this merchant's orders; only a query finds the result.
      world.callbacks.behave(({ body }) =>
        merchant.acknowledged.orders.some(({ orderId }) => body.includes(hashOf(orderId)))
          ? 'lose_call'
          : 'pass',
      );
      const consumer = new Consumer(world, order);
      await consumer.init('card');
      // The channel holds this call for half a minute; the gateway times out after ten seconds.
      silence = { merchant, order, submitted: consumer.submit(cards.timesOut) };
    },
    run: async (context) => {
      if (silence === undefined) throw new Error('it was not prepared');
      const { merchant, order, submitted } = silence;
      try {
        await submitted;
        await payIsAsked(context, order);
        await refundIsAsked(context, merchant, 'lose_answer');
        await refundIsAsked(context, merchant, 'lose_call');
      } finally {
        context.world.channel.behave(() => 'pass');
        context.world.callbacks.behave(() => 'pass');
      }
      context.judgeAtTheEnd([merchant], (findings) => tellContradictions(context, findings));
    },
  };
}

async function payIsAsked(context: CheckContext, order: CreatedOrder): Promise<void> {
  const { world } = context;
  const consumer = new Consumer(world, order);
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
 * The channel breaks the connection, either after it made the refund or before it received the request. Both look the
 * same to the gateway.
 */
async function refundIsAsked(
  context: CheckContext,
  merchant: Merchant,
  passing: 'lose_answer' | 'lose_call',
): Promise<void> {
  const { world } = context;
  // The channel may send a callback for the payment, which this check does not test.
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
