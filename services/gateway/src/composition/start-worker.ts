import type { Container } from 'inversify';
import { AttendOrder } from '../application/attend-order.ts';
import { DeliverWebhooks } from '../application/deliver-webhooks.ts';
import { recurringDuties } from '../application/duties.ts';
import { ReceiveCallback } from '../application/receive-callback.ts';
import { tokens } from './tokens.ts';

/** The worker role: the recurring duties. Answers how to stop it. */
export async function startWorker(container: Container): Promise<() => Promise<void>> {
  const alarmClock = container.get(tokens.alarmClock);
  await alarmClock.start(
    recurringDuties({
      orders: container.get(tokens.orders),
      events: container.get(tokens.events),
      inbox: container.get(tokens.inbox),
      attendOrder: container.get(AttendOrder),
      deliver: container.get(DeliverWebhooks),
      receiveCallback: container.get(ReceiveCallback),
      alerts: container.get(tokens.alerts),
      clock: container.get(tokens.clock),
    }),
  );
  return () => alarmClock.stop();
}
