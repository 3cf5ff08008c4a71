import { setTimeout as delay } from 'node:timers/promises';
import { countWhatChannelHasToDo, hurryCallbacks } from './surroundings/channel-to-do.ts';
import type { World } from './world.ts';

const LOOK_EVERY_MS = 150;
/**
 * Each move of the sandbox clock makes the next work due. To save moves, it also makes other work due that follows within this
 * time, in milliseconds.
 */
const COMMON_MS = 10_000;
const COMMON_SHARE = 0.25;

/**
 * Moves business time (the sandbox clock, which decides what is due) forward until the gateway has no work left for these
 * merchants: no retries, expiries, questions to the channel, callbacks or webhooks. Open disputes are decided first, because
 * the gateway keeps asking about them. Returns false if work is left when the time limit ends.
 */
export async function settle(
  world: World,
  merchantIds: readonly string[],
  timeoutMs: number,
): Promise<boolean> {
  await world.startAll();
  await hurryCallbacks(world.processorDatabase);
  const deadline = Date.now() + timeoutMs;
  let before = '';
  while (Date.now() < deadline) {
    await world.decideDisputes();
    const moments = await awaitedMoments(world, merchantIds);
    if (moments.length === 0) return true;
    const nowMs = world.clock.now().getTime();
    const nextMs = Math.min(...moments);
    const seen = String(moments);
    if (nextMs > nowMs && seen === before) {
      const togetherMs = nextMs + COMMON_MS + (nextMs - nowMs) * COMMON_SHARE;
      const targetMs = Math.max(...moments.filter((moment) => moment <= togetherMs));
      await world.advance(targetMs - nowMs + 1);
    }
    before = seen;
    await delay(LOOK_EVERY_MS);
  }
  return false;
}

/**
 * Returns when each piece of the given merchants' remaining work is due by the sandbox clock, in Unix milliseconds. The value
 * is 0 for work that does not become due earlier if the clock is moved: deliveries that a process has already begun, and
 * callbacks that are on their way.
 */
async function awaitedMoments(world: World, merchantIds: readonly string[]): Promise<readonly number[]> {
  const isOne = { $in: [...merchantIds] };
  const [orders, events, unsent, unapplied] = await Promise.all([
    world.gatewayDatabase
      .collection('orders')
      .find(
        { 'order.merchantId': isOne, 'due.attentionAt': { $type: 'date' } },
        { projection: { 'due.attentionAt': 1 } },
      )
      .toArray(),
    world.gatewayDatabase
      .collection('events')
      .find(
        { merchantId: isOne, 'delivery.state': 'pending' },
        { projection: { 'delivery.nextTryAt': 1, 'delivery.leasedUntil': 1 } },
      )
      .toArray(),
    // These two counts include the work of all merchants: what the channel still has to do, and the callbacks that the gateway
    // has not applied yet.
    countWhatChannelHasToDo(world.processorDatabase),
    world.gatewayDatabase.collection('channel_callbacks').countDocuments({ unappliedSince: { $ne: null } }),
  ]);
  return [
    ...Array.from({ length: unsent + unapplied }, () => 0),
    ...orders.map(({ due }) => (due.attentionAt as Date).getTime()),
    ...events.map(({ delivery }) => {
      const isInHand = (delivery.leasedUntil as Date | null) !== null && delivery.leasedUntil > new Date();
      return isInHand ? 0 : (delivery.nextTryAt as Date).getTime();
    }),
  ].sort((left, right) => left - right);
}
