import type { GatewayInstance } from '../instance/gateway-instance.ts';
import type { CheckContext, FaultCheck } from '../report/fault-run.ts';
import { Consumer, cards } from '../traffic/consumer.ts';
import { type CreatedOrder, Merchant } from '../traffic/merchant.ts';
import { waitFor } from '../wait-for.ts';
import { tellContradictions } from './tell-contradictions.ts';

/**
 * How long another instance may take to move the events of a dead process to the event log. The time consists of 3 s in which
 * the instance leaves another process's events alone, up to 10 s until the dead process's lock expires, 1 s between two polls,
 * and a reserve of 4 s for a slow machine.
 */
const RELAYED_WITHIN_MS = 18_000;
/**
 * How long the delivery of an event may take once the event is in the event log. It usually starts immediately, but the machine
 * may be slow. If the dead process was delivering an earlier event of the order, the check also waits until the lease of that
 * delivery ends.
 */
const DELIVERED_WITHIN_MS = 10_000;
/**
 * The fail point at which the instance is killed: it has saved an order with the result from a callback, but has not relayed
 * the order's event yet.
 */
const POINT = 'orders.save[callback_received]:after';

const succeeded = 'order.payment.succeeded';

interface StoredEvent {
  readonly orderId: string;
  readonly type: string;
  readonly delivery: { readonly state: string; readonly leasedUntil: Date | null };
}

/** Row 14. */
export const waitingEvents: FaultCheck = {
  title:
    'fault 14: when a process dies, another instance moves its waiting events to the event log within seconds',
  rows: [14],
  isOnlyInFullForm: true,
  run: async (context) => {
    const { world, mode } = context;
    const merchant = await Merchant.onboard(world);
    const waits: number[] = [];
    for (let round = 1; round <= (mode === 'full' ? 5 : 1); round += 1) {
      const order = await merchant.create(`W${round}`, 1_000);
      const diedAtMs = await killWhoeverHearsOfThePayment(context, order);
      const stored = await world.gatewayDatabase
        .collection<{ _id: string; order: { outbox: readonly { type: string }[] } }>('orders')
        .findOne({ _id: order.orderId });
      if (stored?.order.outbox.at(-1)?.type !== succeeded) {
        context.fault('the event was not written together with its change');
      }
      const events = world.gatewayDatabase.collection<StoredEvent>('events');
      await waitFor(
        'another instance relays the event',
        async () => (await events.countDocuments({ orderId: order.orderId, type: succeeded })) > 0,
        RELAYED_WITHIN_MS,
      );
      waits.push((Date.now() - diedAtMs) / 1000);
      const inDeadHands = await events.findOne({
        orderId: order.orderId,
        type: 'order.payment.processing',
        'delivery.state': 'pending',
      });
      const leasedForMs = Math.max(0, (inDeadHands?.delivery.leasedUntil?.getTime() ?? 0) - Date.now());
      await waitFor(
        'another instance delivers the event',
        () =>
          world.receiver.receipts.some(
            ({ orderId, eventType }) => orderId === order.orderId && eventType === succeeded,
          ),
        leasedForMs + DELIVERED_WITHIN_MS,
      );
      await world.startAll();
    }
    context.measure('longest wait s', Math.max(...waits));
    context.judgeAtTheEnd([merchant], (findings) => tellContradictions(context, findings));
  },
};

/** Kills whichever instance receives the callback about the payment, just after that instance has saved the result. */
async function killWhoeverHearsOfThePayment(context: CheckContext, order: CreatedOrder): Promise<number> {
  const { world, totals } = context;
  const armed = await Promise.all(
    world.instances.map(async (instance) => ({
      instance,
      point: await instance.arm(POINT, 'kill', { orderId: order.orderId }),
    })),
  );
  const consumer = new Consumer(world, order);
  await consumer.init('card');
  await consumer.submit(cards.succeeds);
  const dead: GatewayInstance = await Promise.any(
    armed.map(async ({ instance, point }) => {
      if (!(await point.reached)) throw new Error(`${instance.name} heard nothing`);
      return instance;
    }),
  );
  const diedAtMs = Date.now();
  await dead.ended();
  for (const { instance, point } of armed) if (instance !== dead) await point.disarm();
  totals.cycles += 1;
  totals.failPoints.add(POINT);
  return diedAtMs;
}
