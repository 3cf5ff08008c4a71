import type { Container } from 'inversify';
import { ReceiveCallback } from '../application/channels/receive-callback.ts';
import { AttendOrder } from '../application/duties/attend-order.ts';
import { recurringDuties } from '../application/duties/recurring-duties.ts';
import { DeliverWebhooks } from '../application/events/deliver-webhooks.ts';
import { ReconcileEndedDays } from '../application/reconciliation/reconcile-ended-days.ts';
import { tokens } from './tokens.ts';

/** A day ends once a day; this bounds how late the worker notices. */
const LOOK_FOR_DAYS_EVERY_MS = 60_000;

/** Starts the worker role: the recurring duties. Returns how to stop it. */
export async function startWorker(container: Container): Promise<() => Promise<void>> {
  const alarmClock = container.get(tokens.alarmClock);
  await alarmClock.start([
    ...recurringDuties({
      orders: container.get(tokens.orders),
      events: container.get(tokens.events),
      deliveries: container.get(tokens.deliveries),
      inbox: container.get(tokens.inbox),
      attendOrder: container.get(AttendOrder),
      deliver: container.get(DeliverWebhooks),
      receiveCallback: container.get(ReceiveCallback),
      alerts: container.get(tokens.alerts),
      clock: container.get(tokens.clock),
    }),
    {
      name: 'reconcile-channels',
      everyMs: LOOK_FOR_DAYS_EVERY_MS,
      run: () => container.get(ReconcileEndedDays).execute(),
    },
  ]);
  return () => alarmClock.stop();
}
