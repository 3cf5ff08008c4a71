import type { FaultCheck } from '../report/fault-run.ts';
import { Consumer, cards } from '../traffic/consumer.ts';
import { Merchant } from '../traffic/merchant.ts';
import { waitFor } from '../wait-for.ts';
import { tellContradictions } from './tell-contradictions.ts';

/** The grace of 3 s, a duty's lock of 10 s that the dead process may hold, and the look every second. */
const RELAYED_WITHIN_MS = 18_000;

/** Row 14. */
export const waitingEvents: FaultCheck = {
  title:
    'fault 14: events that wait for the relay of a process that is gone are relayed by another one within seconds',
  rows: [14],
  run: async (context) => {
    const { world, mode, totals } = context;
    const merchant = await Merchant.onboard(world);
    const waits: number[] = [];
    for (let round = 1; round <= (mode === 'full' ? 5 : 1); round += 1) {
      const order = await merchant.create(`W${round}`, 1_000);
      const consumer = new Consumer(world, order);
      await consumer.init('card', world.first);
      const point = 'orders.save[payment_submitted]:after';
      const armed = await world.first.arm(point, 'kill', { orderId: order.orderId });
      await consumer.submit(cards.succeeds, world.first);
      if (!(await armed.reached)) throw new Error('the submission did not come to the instance');
      const diedAtMs = Date.now();
      await world.first.ended();
      totals.cycles += 1;
      totals.failPoints.add(point);
      const stored = await world.gatewayDatabase
        .collection<{ _id: string; outbox: readonly unknown[] }>('orders')
        .findOne({ _id: order.orderId });
      if (stored?.outbox.length !== 1) context.fault('the event was not written together with its change');
      const receipt = await waitFor(
        'another instance relays and delivers the event',
        () => world.receiver.receipts.find(({ orderId }) => orderId === order.orderId),
        RELAYED_WITHIN_MS,
      );
      waits.push((receipt.receivedAtMs - diedAtMs) / 1000);
      await world.startAll();
    }
    context.measure('longest wait s', Math.max(...waits));
    context.judgeAtTheEnd([merchant], (findings) => tellContradictions(context, findings));
  },
};
