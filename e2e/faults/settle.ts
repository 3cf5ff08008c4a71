import { setTimeout as delay } from 'node:timers/promises';
import { countWhatChannelHasToDo, hurryCallbacks } from './surroundings/channel-to-do.ts';
import type { World } from './world.ts';

const LOOK_EVERY_MS = 150;
/** What is due so shortly after the next moment is waited for together with it. */
const COMMON_MS = 10_000;
const COMMON_SHARE = 0.25;

/**
 * Lets business time pass, as fast as the gateways keep up, until nothing of these merchants is due any more:
 * retries, expiry, questions to the channel, the channel's callbacks, the webhook ladder. Answers whether it came to rest.
 * Open disputes are decided first: the gateway asks about them for as long as they are open.
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
 * Every moment in business time at which something of these merchants is to happen, in milliseconds; 0 for what
 * is in somebody's hands, whose lease runs in real time, and for callbacks on their way.
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
    // What the channel still has to do or say, and what was heard and not applied, can change any order.
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
