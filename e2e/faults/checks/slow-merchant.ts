import type { FaultCheck } from '../report/fault-run.ts';
import { Merchant } from '../traffic/merchant.ts';
import { inParallel, paidOrder } from '../traffic/paid-orders.ts';
import { waitFor } from '../wait-for.ts';
import { tellContradictions } from './tell-contradictions.ts';

const SLOW_ORDERS = 60;
const QUICK_ORDERS = 20;
/** How many deliveries to one merchant may wait for an answer at the same time. Both instances are counted together. */
const MOST_HANGING = 32;
const LONGEST_WAIT_S = 5;

/** Row 44. */
export const slowMerchant: FaultCheck = {
  title:
    'fault 44: a merchant whose receiver hangs gets a bounded number of delivery attempts and slows no other merchant',
  rows: [44],
  isOnlyInFullForm: true,
  run: async (context) => {
    const { world } = context;
    const slow = await Merchant.onboard(world);
    const quick = await Merchant.onboard(world);
    let mostHanging = 0;
    world.receiver.behave(slow.webhookUrl, () => {
      mostHanging = Math.max(mostHanging, world.receiver.hangingNow + 1);
      return 'hang';
    });
    await inParallel(SLOW_ORDERS, 8, (index) => paidOrder(world, slow, `H${index + 1}`, 1_000));
    const quickOrders = await inParallel(QUICK_ORDERS, 4, (index) =>
      paidOrder(world, quick, `Q${index + 1}`, 1_000),
    );
    const quickIds = new Set(quickOrders.map(({ orderId }) => orderId));
    const arrived = () => world.receiver.receipts.filter(({ orderId }) => quickIds.has(orderId));
    await waitFor(
      'the other merchant has its events',
      () => new Set(arrived().map(({ eventId }) => eventId)).size >= QUICK_ORDERS * 2,
      LONGEST_WAIT_S * 1_000,
    );
    const waits = arrived().map(({ body, receivedAtMs }) => {
      const { created_at } = JSON.parse(body) as { created_at: string };
      return (receivedAtMs - (Date.parse(created_at) - world.clock.offsetMs)) / 1_000;
    });
    context.measure('longest wait of the other merchant in s', Math.max(...waits));
    context.measure('hanging tries', mostHanging);
    if (Math.max(...waits) > LONGEST_WAIT_S) context.fault('the other merchant was slowed');
    if (mostHanging > MOST_HANGING) context.fault(`${mostHanging} deliveries hung at once`);
    if (mostHanging < MOST_HANGING / 2)
      context.fault(`only ${mostHanging} deliveries hung: the receiver was not slow`);
    world.receiver.behave(slow.webhookUrl, () => 'acknowledge');
    world.receiver.releaseHanging();
    context.judgeAtTheEnd([slow, quick], (findings) => tellContradictions(context, findings));
  },
};
