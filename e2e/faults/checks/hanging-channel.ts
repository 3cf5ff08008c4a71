import { randomBytes } from 'node:crypto';
import type { Document } from 'mongodb';
import type { CheckContext, FaultCheck } from '../report/fault-run.ts';
import { Consumer, cards } from '../traffic/consumer.ts';
import { type CreatedOrder, Merchant } from '../traffic/merchant.ts';
import { inParallel, paidOrder } from '../traffic/paid-orders.ts';
import { waitFor } from '../wait-for.ts';
import { tellContradictions } from './tell-contradictions.ts';

const HANGING_ATTEMPTS = 5_000;
const HANGING_CHANNEL = 'SandboxVoucher';
/**
 * The number of calls to the channel that must hang before the check continues. It is the most that can hang: each of the two
 * instances works on up to eight orders of one channel at the same time.
 */
const FEWEST_HANGING = 16;
const ORDERS = 60;
const AT_ONCE = 8;
/**
 * How far the check moves the gateway's business time forward. It is longer than an order is valid, so that unpaid orders
 * expire. It is also longer than the gateway waits before it asks the channel about a refund, so that these questions become
 * due.
 */
const UNTIL_DUE_MS = 31 * 60_000;
const DONE_WITHIN_MS = 60_000;
/** While one channel hangs, the work of other channels may take up to this many times as long as before. */
const MOST_SLOWER = 2;

interface StoredOrder extends Document {
  readonly _id: string;
}

/** For each kind of work, by how many seconds each piece of work was late. */
type Waits = Readonly<Record<'refund' | 'expiry' | 'event', readonly number[]>>;

/** Row 81. */
export const hangingChannel: FaultCheck = {
  title:
    'fault 81: a channel that hangs while 5,000 of its attempts are due does not slow the refunds, expiries and events of other channels',
  rows: [81],
  isOnlyInFullForm: true,
  run: async (context) => {
    const { world } = context;
    const merchant = await Merchant.onboard(world);
    const other = await Merchant.onboard(world);
    const usual = await waitsOfDueWork(context, merchant, 'usual');
    await makeHanging(context, [merchant, other]);
    try {
      const hanging = () => world.channel.calls.filter(({ path }) => path.startsWith('/v1/vouchers/')).length;
      await waitFor('the channel hangs', () => hanging() >= FEWEST_HANGING, DONE_WITHIN_MS);
      const then = await waitsOfDueWork(context, merchant, 'hanging');
      for (const kind of ['refund', 'expiry', 'event'] as const) {
        const [before, after] = [p99(usual[kind]), p99(then[kind])];
        context.measure(`${kind} p99 usual s`, before);
        context.measure(`${kind} p99 hanging s`, after);
        if (after > MOST_SLOWER * before) {
          context.fault(`the p99 of each ${kind} grew from ${before} s to ${after} s`);
        }
      }
      context.measure('calls that hung', hanging());
    } finally {
      // Delete the copied orders of the hanging channel before the ledgers are compared. The processor does not know them, so
      // its ledger would contradict them.
      await ordersOf(context).deleteMany({ 'order.description': HANGING_CHANNEL });
      world.channel.behave(() => 'pass');
    }
    context.judgeAtTheEnd([merchant, other], (findings) => tellContradictions(context, findings));
  },
};

/**
 * Makes many refunds and order expiries due at the same time. Returns how long after that time each refund was made, each order
 * expired, and each refund's event arrived.
 */
async function waitsOfDueWork(context: CheckContext, merchant: Merchant, name: string): Promise<Waits> {
  const { world } = context;
  const paid = await inParallel(ORDERS, AT_ONCE, (index) =>
    paidOrder(world, merchant, `${name}-P${index}`, 1_000),
  );
  // Lose the first call of every refund. The gateway must then ask the channel about each refund and send it again. All these
  // questions become due together, when the check moves the gateway's business time forward.
  world.channel.behave(({ path, method }) =>
    isHangingCall(path) ? 'hang' : method === 'POST' && path === '/v1/refunds' ? 'lose_call' : 'pass',
  );
  await inParallel(ORDERS, AT_ONCE, async (index) => {
    const order = paid[index];
    if (order !== undefined) await merchant.refund(order, `${name}-R${index}`, 400);
  });
  const sent = () =>
    world.channel.calls.filter(({ path, body }) => path === '/v1/refunds' && body.includes('rfd_')).length;
  await waitFor('the refunds are sent', () => sent() >= ORDERS, DONE_WITHIN_MS);
  await waitFor(
    'their losses are noted',
    () => areRefunds(context, paid, { callEndsBy: null }),
    DONE_WITHIN_MS,
  );
  world.channel.behave(({ path }) => (isHangingCall(path) ? 'hang' : 'pass'));
  const expiring = await inParallel(ORDERS, AT_ONCE, (index) => merchant.create(`${name}-E${index}`, 1_000));
  const dueAtMs = Date.now();
  await world.advance(UNTIL_DUE_MS);
  const businessDueAtMs = dueAtMs + world.clock.offsetMs;
  await waitFor(
    'the refunds are made',
    () => areRefunds(context, paid, { state: 'SUCCESS' }),
    DONE_WITHIN_MS,
  );
  const eventsOf = () => refundEvents(context, paid);
  await waitFor('their events arrive', () => eventsOf().size === ORDERS, DONE_WITHIN_MS);
  await waitFor(
    'the orders are closed',
    async () => (await stored(context, expiring)).every(({ order }) => order.state === 'CLOSE'),
    DONE_WITHIN_MS,
  );
  const waited = (moment: Date) => (moment.getTime() - businessDueAtMs) / 1_000;
  return {
    refund: (await stored(context, paid)).map(({ order }) => waited(order.refunds[0].completedAt)),
    expiry: (await stored(context, expiring)).map(({ order }) => waited(order.closedAt)),
    event: [...eventsOf().values()].map((receivedAtMs) => (receivedAtMs - dueAtMs) / 1_000),
  };
}

/**
 * Stores many unpaid orders, each with a payment attempt at the hanging channel. All are copies of one real order that waits
 * for its result. Each copy says that the gateway should have asked the channel a minute ago, so the gateway works on the
 * copies first.
 */
async function makeHanging(context: CheckContext, merchants: readonly Merchant[]): Promise<void> {
  const { world } = context;
  const order = await (merchants[0] as Merchant).create('hanging', 1_000);
  const consumer = new Consumer(world, order);
  await consumer.init('card');
  await consumer.submit(cards.challenge);
  const [template] = await stored(context, [order]);
  if (template === undefined) throw new Error(`order ${order.orderId} is not stored`);
  const longAgo = new Date(world.clock.now().getTime() - 60_000);
  const inAWeek = new Date(world.clock.now().getTime() + 7 * 86_400_000);
  const copies = Array.from({ length: HANGING_ATTEMPTS }, (_, index): StoredOrder => {
    const hash = randomBytes(16).toString('hex');
    const [attempt] = template.order.attempts;
    return {
      ...template,
      _id: `ord_${hash}`,
      order: {
        ...template.order,
        merchantId: merchants[index % merchants.length]?.merchantId,
        merchantTransactionId: `hanging-${index}`,
        description: HANGING_CHANNEL,
        expiresAt: inAWeek,
        outbox: [],
        attempts: [
          {
            ...attempt,
            attemptId: `txn_${hash}_1`,
            channelId: HANGING_CHANNEL,
            channelType: HANGING_CHANNEL,
            opening: { ...attempt.opening, channelReference: `hanging_${index}` },
            nextCheckAt: longAgo,
          },
        ],
      },
      due: { attentionAt: longAgo, lanes: [{ channelId: HANGING_CHANNEL, at: longAgo }] },
    };
  });
  world.channel.behave(({ path }) => (isHangingCall(path) ? 'hang' : 'pass'));
  for (let from = 0; from < copies.length; from += 500) {
    await ordersOf(context).insertMany(copies.slice(from, from + 500));
  }
}

function isHangingCall(path: string): boolean {
  return path.startsWith('/v1/vouchers/');
}

function ordersOf({ world }: CheckContext) {
  return world.gatewayDatabase.collection<StoredOrder>('orders');
}

function stored(context: CheckContext, orders: readonly CreatedOrder[]): Promise<readonly StoredOrder[]> {
  return ordersOf(context)
    .find({ _id: { $in: orders.map(({ orderId }) => orderId) } })
    .toArray();
}

/** Whether the stored refund of every order has all the expected values. Each order has only one refund. */
async function areRefunds(
  context: CheckContext,
  orders: readonly CreatedOrder[],
  members: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const found = await stored(context, orders);
  return found.every(({ order }) =>
    Object.entries(members).every(([name, value]) => order.refunds[0]?.[name] === value),
  );
}

/** The time at which the refund event of each order first arrived, by order ID. */
function refundEvents({ world }: CheckContext, orders: readonly CreatedOrder[]): ReadonlyMap<string, number> {
  const ids = new Set(orders.map(({ orderId }) => orderId));
  const arrivals = new Map<string, number>();
  for (const { orderId, body, receivedAtMs } of world.receiver.receipts) {
    const isFirst = ids.has(orderId) && !arrivals.has(orderId);
    if (isFirst && body.includes('order.refund.succeeded')) arrivals.set(orderId, receivedAtMs);
  }
  return arrivals;
}

function p99(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.ceil(0.99 * sorted.length) - 1] ?? Number.NaN;
}
