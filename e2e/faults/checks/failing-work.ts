import type { FaultCheck } from '../report/fault-run.ts';
import { Consumer, cards } from '../traffic/consumer.ts';
import { Merchant } from '../traffic/merchant.ts';
import { inParallel } from '../traffic/paid-orders.ts';
import { waitFor } from '../wait-for.ts';
import { tellContradictions } from './tell-contradictions.ts';

const NEIGHBOURS = 6;
const DONE_WITHIN_MS = 25_000;

/** Row 12. */
export const failingWork: FaultCheck = {
  title:
    'fault 12: if the work on one order always fails, it is postponed, and the work on other orders continues',
  rows: [12],
  isOnlyInFullForm: true,
  run: async (context) => {
    const { world, totals } = context;
    const merchant = await Merchant.onboard(world);
    const orders = await inParallel(NEIGHBOURS + 1, NEIGHBOURS + 1, (index) =>
      merchant.create(`F${index + 1}`, 1_000),
    );
    const [hopeless, ...neighbours] = orders;
    if (hopeless === undefined) throw new Error('there is no order');
    await inParallel(orders.length, orders.length, async (index) => {
      const order = orders[index];
      if (order !== undefined) await new Consumer(world, order).init('card');
    });
    // The first instance fails each time it copies an order's event into the event log. So the second instance must copy all
    // events.
    await world.first.arm('events.append:before', 'throw', { isLasting: true });
    const failing = await world.second.arm('events.append:before', 'throw', {
      orderId: hopeless.orderId,
      isLasting: true,
    });
    await inParallel(orders.length, orders.length, async (index) => {
      const order = orders[index];
      if (order !== undefined) await new Consumer(world, order).submit(cards.succeeds, world.first);
    });
    await world.first.kill();
    totals.cycles += 1;
    const receivedOf = (orderId: string) =>
      world.receiver.receipts.some((receipt) => receipt.orderId === orderId);
    const beganAtMs = Date.now();
    await waitFor(
      'the neighbours’ events arrive',
      () => neighbours.every(({ orderId }) => receivedOf(orderId)),
      DONE_WITHIN_MS,
    );
    context.measure('neighbours done after s', (Date.now() - beganAtMs) / 1000);
    const stored = () =>
      world.gatewayDatabase
        .collection<{ _id: string; due: { failures?: number } }>('orders')
        .findOne({ _id: hopeless.orderId });
    const putOff = await waitFor(
      'the work on the failing order is postponed',
      async () => {
        const order = await stored();
        return (order?.due.failures ?? 0) > 0 && order !== null && order;
      },
      DONE_WITHIN_MS,
    );
    context.measure('failures', putOff.due.failures ?? 0);
    if (receivedOf(hopeless.orderId))
      context.fault('the events of the failing order were relayed nevertheless');
    await failing.disarm();
    context.judgeAtTheEnd([merchant], (findings) => tellContradictions(context, findings));
  },
};
