import { setTimeout as delay } from 'node:timers/promises';
import type { CheckContext, FaultCheck } from '../report/fault-run.ts';
import type { Treatment } from '../surroundings/merchant-receiver.ts';
import { whileTimeRuns } from '../ticking.ts';
import { Merchant } from '../traffic/merchant.ts';
import { inParallel, paidOrder } from '../traffic/paid-orders.ts';
import { startAgain } from '../world.ts';
import { tellContradictions } from './tell-contradictions.ts';

const EVENTS_PER_ORDER = 5;
const REFUNDS_PER_ORDER = 3;
const FAILING_SHARE = 0.3;
const ORDERS_AT_ONCE = 8;
/**
 * How many seconds of business time pass in one real second. At this speed, no order expires during the check, but failed
 * deliveries are retried.
 */
const TIME_LAPSE = 15;
const failures = ['fail', 'ask_for_patience', 'break_off'] as const satisfies readonly Treatment[];
/** The fail points at which instances are killed. They are all in the delivery of events. */
const killPoints = [
  'sender.send:before',
  'sender.send:after',
  'deliveries.recordTry:before',
  'events.append:after',
] as const;

/** Row 48. */
export const manyEvents: FaultCheck = {
  title:
    'fault 48: although the receiver fails 30 % of the time and processes are killed, thousands of events all arrive, with stable IDs and in sequence for each order',
  rows: [48],
  isOnlyInFullForm: true,
  run: async (context) => {
    const { world, mode, random } = context;
    const wanted = mode === 'full' ? 10_000 : 300;
    const merchant = await Merchant.onboard(world);
    const manners = random.fork('manners');
    world.receiver.behave(merchant.webhookUrl, () =>
      manners.chance(FAILING_SHARE) ? manners.pick(failures) : 'acknowledge',
    );
    const over = new AbortController();
    const killing = killNowAndThen(context, mode === 'full' ? 30 : 3, over.signal);
    const orders = wanted / EVENTS_PER_ORDER;
    try {
      const buying = inParallel(orders, ORDERS_AT_ONCE, async (index) => {
        const order = await paidOrder(world, merchant, `E${index + 1}`, 1_000);
        await Promise.all(
          Array.from({ length: REFUNDS_PER_ORDER }, (_, refund) =>
            merchant.refund(order, `${order.number}-R${refund + 1}`, 300),
          ),
        );
      });
      // Let the gateway's business time run faster than real time while consumers pay. If a process is killed while it submits
      // a payment, the gateway gives up the submission only after a minute of business time, and the consumer can then try
      // again.
      await whileTimeRuns(world, TIME_LAPSE, buying);
    } finally {
      over.abort();
      await killing;
    }
    context.judgeAtTheEnd([merchant], (findings) => {
      const { gateway, receipts } = findings.ledgers;
      context.measure('events', gateway.events.length);
      context.measure('deliveries', receipts.length);
      if (gateway.events.length < wanted) context.fault(`there were only ${gateway.events.length} events`);
      tellContradictions(context, findings);
    });
  },
};

/** Kills one instance at a time, so that the other continues to work. */
async function killNowAndThen(context: CheckContext, kills: number, over: AbortSignal): Promise<void> {
  const { world, mode, random, totals } = context;
  const draws = random.fork('kills');
  const lastPassage = mode === 'full' ? 60 : 20;
  for (let kill = 0; kill < kills && !over.aborted; kill += 1) {
    const instance = draws.pick(world.instances);
    const point = draws.pick(killPoints);
    const armed = await instance.arm(point, 'kill', { passage: draws.between(5, lastPassage) });
    const isReached = await Promise.race([armed.reached, aborted(over)]);
    if (!isReached) {
      await armed.disarm();
      return;
    }
    await instance.ended();
    totals.cycles += 1;
    totals.failPoints.add(point);
    await startAgain(instance);
    await delay(200);
  }
}

async function aborted(signal: AbortSignal): Promise<false> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return false;
}
