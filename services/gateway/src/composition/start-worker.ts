import type { Container } from 'inversify';
import { measuredDuties } from '../adapters/outbound/metrics/measured-duties.ts';
import { ReceiveCallback } from '../application/channels/receive-callback.ts';
import { AttendDueOrders } from '../application/duties/attend-due-orders.ts';
import { recurringDuties } from '../application/duties/recurring-duties.ts';
import { DeliverDue } from '../application/events/deliver-due.ts';
import { DeliverWebhooks } from '../application/events/deliver-webhooks.ts';
import { CopyAuditHead } from '../application/operator/copy-audit-head.ts';
import { ReconcileEndedDays } from '../application/reconciliation/reconcile-ended-days.ts';
import type { Duty } from '../ports/alarm-clock.ts';
import { tokens } from './tokens.ts';

/**
 * How often the worker checks whether a day has ended and must be reconciled. To reconcile a day, the gateway compares its own
 * books of the day with each channel's books.
 */
const LOOK_FOR_DAYS_EVERY_MS = 60_000;
/** How often the worker checks whether a day has passed since it last copied the head of the audit log. */
const LOOK_AT_AUDIT_LOG_EVERY_MS = 60_000;

/** Starts the role `worker`, which runs the recurring duties. Returns a function that stops them. */
export async function startWorker(container: Container): Promise<() => Promise<void>> {
  const alarmClock = container.get(tokens.alarmClock);
  const attendDueOrders = container.get(AttendDueOrders);
  const duties: readonly Duty[] = [
    ...recurringDuties({
      events: container.get(tokens.events),
      inbox: container.get(tokens.inbox),
      attendDueOrders,
      deliverDue: container.get(DeliverDue),
      receiveCallback: container.get(ReceiveCallback),
      alerts: container.get(tokens.alerts),
      tracing: container.get(tokens.tracing),
      clock: container.get(tokens.clock),
    }),
    {
      name: 'reconcile-channels',
      everyMs: LOOK_FOR_DAYS_EVERY_MS,
      run: () => container.get(ReconcileEndedDays).execute(),
    },
    {
      name: 'copy-audit-head',
      everyMs: LOOK_AT_AUDIT_LOG_EVERY_MS,
      run: () => container.get(CopyAuditHead).execute(),
    },
  ];
  await alarmClock.start(measuredDuties(container.get(tokens.metrics), duties));
  return async () => {
    // First drop the orders that wait to be processed; they stay due in the database for other instances. If the worker
    // processed all of them before it stopped, a channel that hangs would keep the process alive for long.
    attendDueOrders.stop();
    // A run that delivers batch after batch ends after the batch in progress.
    container.get(DeliverWebhooks).stop();
    await alarmClock.stop();
    await attendDueOrders.settle();
  };
}
