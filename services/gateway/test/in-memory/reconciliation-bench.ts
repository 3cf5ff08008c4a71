import { untraced } from '../../src/adapters/outbound/tracing/untraced.ts';
import { BackgroundWork } from '../../src/application/background-work.ts';
import { CompareChannelBooks } from '../../src/application/reconciliation/compare-channel-books.ts';
import { ReconcileDay } from '../../src/application/reconciliation/reconcile-day.ts';
import { ReconcileEndedDays } from '../../src/application/reconciliation/reconcile-ended-days.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { Difference, Reconciliation } from '../../src/domain/reconciliation/reconciliation.ts';
import { BookChannel } from './book-channel.ts';
import { FixedChannels } from './fixed-channels.ts';
import { InMemoryChannelFees } from './in-memory-channel-fees.ts';
import { InMemoryOrders } from './in-memory-orders.ts';
import { InMemoryReconciliationLog } from './in-memory-reconciliation-log.ts';
import { RecordedAlerts } from './recorded-alerts.ts';
import { SettableClock } from './settable-clock.ts';

/** The day that is reconciled unless a test names another one. */
export const DATE = '2026-11-20';

/** Returns the moment that is the given number of minutes after the start of `DATE`. A day has 1440 minutes. */
export const minuteOf = (minute: number) => new Date(Date.parse(`${DATE}T00:00:00Z`) + minute * 60_000);

/** Returns what each difference is about, sorted. */
export const kindsOf = (differences: readonly Difference[]) =>
  differences.map(({ kind, subject, reference }) => `${kind} ${subject} ${reference}`).sort();

/**
 * Sets up the real use cases with a channel whose books the test writes. Each call of `duty()` creates the daily duty of
 * another instance.
 */
export function reconciliationBench(
  orders: readonly PaymentOrder[] = [],
  now = new Date('2026-11-21T05:00:00Z'),
) {
  const channel = new BookChannel();
  const stored = new InMemoryOrders();
  const clock = new SettableClock(now);
  const alerts = new RecordedAlerts();
  const log = new InMemoryReconciliationLog();
  const background = new BackgroundWork({ orders: stored, alerts, clock, tracing: untraced });
  const channels = new FixedChannels([channel]);
  const fees = new InMemoryChannelFees();
  const compare = new CompareChannelBooks({ orders: stored, fees, clock });
  const instance = () => new ReconcileDay({ channels, log, compare, background, alerts, clock });
  const reconcileDay = instance();
  const duty = () => new ReconcileEndedDays({ channels, log, reconcileDay: instance(), background, clock });
  const ready = Promise.all(orders.map((order) => stored.insert(order)));
  async function reconcile(date = DATE): Promise<Reconciliation> {
    await ready;
    const begun = await reconcileDay.execute(channel.channelId, date, 10_000);
    if (begun.kind !== 'begun' || begun.record.outcome?.kind !== 'compared')
      throw new Error(JSON.stringify(begun));
    return begun.record.outcome.reconciliation;
  }
  return { channel, channels, stored, fees, clock, alerts, log, background, reconcileDay, duty, reconcile };
}
