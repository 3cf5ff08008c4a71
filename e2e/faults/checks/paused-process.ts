import type { GatewayInstance } from '../instance/gateway-instance.ts';
import type { CheckContext, FaultCheck } from '../report/fault-run.ts';
import { Consumer, cards } from '../traffic/consumer.ts';
import { type CreatedOrder, Merchant } from '../traffic/merchant.ts';
import { waitFor } from '../wait-for.ts';
import { startAgain } from '../world.ts';
import { tellContradictions } from './tell-contradictions.ts';

/**
 * How long both processes stay paused, in real time. After this time, another instance may do their work instead. The lease of
 * a delivery ends after 25 s. A refund call counts as ended after 22 s, plus the 40 s by which the clocks of two instances may
 * differ.
 */
const PAUSE_MS = 67_000;
const TAKEN_OVER_WITHIN_MS = 60_000;
/**
 * How far the check moves the gateway's business clock. The gateway asks the channel about an unanswered refund after 30 s by
 * this clock, so the question is then due.
 */
const ASK_AFTER_MS = 31_000;

interface Pause {
  readonly merchant: Merchant;
  readonly instance: GatewayInstance;
  readonly delivered: CreatedOrder;
  readonly refunded: CreatedOrder;
  readonly refundingInstance: GatewayInstance;
  readonly sinceMs: number;
  /**
   * When the processes were paused, by the gateway's business clock (the clock that tests can move). A delivery attempt that
   * began earlier can only come from the paused process.
   */
  readonly pausedAt: Date;
}

/** Row 11. */
export const pausedProcess: FaultCheck = {
  title:
    'fault 11: a process that is paused until its lease has ended does no harm when it continues: it sends no second refund and records no late delivery attempt',
  rows: [11],
  isOnlyInFullForm: true,
  run: async (context) => {
    const pause = await pauseTwo(context);
    await takeOverAndContinue(context, pause);
    context.judgeAtTheEnd([pause.merchant], (findings) => tellContradictions(context, findings));
  },
};

/**
 * Pauses two instances: one just before it sends an event, and one just before it requests a refund at the channel. Each has
 * already reserved its work, so the other instances must not do that work yet.
 */
async function pauseTwo({ world }: CheckContext): Promise<Pause> {
  const merchant = await Merchant.onboard(world);
  const apiOnly = { KASSA_ROLES: 'api' };
  const instance = await world.anotherInstance('paused in a delivery', apiOnly);
  const refundingInstance = await world.anotherInstance('paused in a refund', apiOnly);
  await Promise.all([startAgain(instance), startAgain(refundingInstance)]);

  const delivered = await merchant.create('delivered', 1_000);
  const consumer = new Consumer(world, delivered);
  await consumer.init('card');
  const sending = await instance.arm('sender.send:before', 'stop', { orderId: delivered.orderId });
  // The process is paused before it answers, so do not wait for its answer.
  void consumer.submit(cards.succeeds, instance);

  const refunded = await merchant.create('refunded', 1_000);
  await new Consumer(world, refunded).pay({ kind: 'card', numbers: [cards.succeeds] }, 60_000);
  const asking = await refundingInstance.arm('channel.refund:before', 'stop', { orderId: refunded.orderId });
  const refund = await merchant.refund(refunded, 'refunded-R', 400, refundingInstance);
  if (refund.kind !== 'accepted') throw new Error(`the refund was refused: ${refund.code}`);
  if (!(await sending.reached) || !(await asking.reached)) throw new Error('the instances did not stop');
  return {
    merchant,
    instance,
    delivered,
    refunded,
    refundingInstance,
    sinceMs: Date.now(),
    pausedAt: world.clock.now(),
  };
}

async function takeOverAndContinue(context: CheckContext, pause: Pause): Promise<void> {
  const { world } = context;
  const { merchant, instance, refundingInstance, delivered, refunded, sinceMs, pausedAt } = pause;
  // Let all deliveries to this merchant fail from now on, so that the event stays undelivered. Only then could the paused
  // process do harm by recording its delivery attempt late.
  world.receiver.behave(merchant.webhookUrl, () => 'fail');
  const receipts = () => world.receiver.receipts.filter(({ orderId }) => orderId === delivered.orderId);
  const refundId = `rfd_${refunded.orderId.slice('ord_'.length)}_1`;
  const refundCalls = () =>
    world.channel.calls.filter(
      ({ method, path, body }) => method === 'POST' && path === '/v1/refunds' && body.includes(refundId),
    );
  await waitFor('the lease runs down', () => Date.now() - sinceMs > PAUSE_MS, PAUSE_MS + 1_000);
  await world.advance(ASK_AFTER_MS);
  await waitFor(
    'another instance tries the event',
    () => receipts().some(({ sequence }) => sequence === 1),
    TAKEN_OVER_WITHIN_MS,
  );
  await waitFor('another instance sends the refund', () => refundCalls().length > 0, TAKEN_OVER_WITHIN_MS);
  const deliveredBefore = receipts().filter(({ sequence }) => sequence === 1).length;
  const sentBefore = refundCalls().length;

  instance.proceed();
  refundingInstance.proceed();
  await waitFor(
    'the paused process sends its event late',
    () => receipts().filter(({ sequence }) => sequence === 1).length > deliveredBefore,
    TAKEN_OVER_WITHIN_MS,
  );
  // Stop both instances cleanly: each finishes its work before it exits. So even a delivery attempt that a paused instance
  // records late is stored before the results are checked.
  for (const paused of [instance, refundingInstance]) {
    const { code, signal } = await paused.terminate();
    if (code !== 0) context.fault(`${paused.name} ended with ${code ?? signal}`);
  }
  const sentLate = refundCalls().length - sentBefore;
  if (sentLate > 0) context.fault(`the paused process sent its refund late, ${sentLate} times`);
  const logged = await world.gatewayDatabase
    .collection<{ orderId: string; sequence: number; delivery: { tries: readonly { at: Date }[] } }>('events')
    .findOne({ orderId: delivered.orderId, sequence: 1 });
  const tries = logged?.delivery.tries ?? [];
  context.measure('noted tries', tries.length);
  if (tries.length === 0) context.fault('the attempt of the other instance was not recorded');
  if (tries.some(({ at }) => at < pausedAt))
    context.fault('the attempt of the paused process was recorded late');
  world.receiver.behave(merchant.webhookUrl, () => 'acknowledge');
  const payments = await world.processorDatabase
    .collection<{ refunds: readonly { reference: string }[] }>('payments')
    .find({ reference: { $regex: refunded.orderId.slice('ord_'.length) } })
    .toArray();
  const made = payments.flatMap(({ refunds }) => refunds).length;
  if (made !== 1) context.fault(`the refund was made ${made} times`);
}
