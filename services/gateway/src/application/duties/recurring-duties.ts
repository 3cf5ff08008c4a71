import type { AttentionFailure, ParkedWork } from '../../domain/parked-work.ts';
import type { Duty } from '../../ports/alarm-clock.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { CallbackInbox } from '../../ports/callback-inbox.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Tracing } from '../../ports/tracing.ts';
import type { ReceiveCallback } from '../channels/receive-callback.ts';
import type { DeliverDue } from '../events/deliver-due.ts';
import type { AttendDueOrders } from './attend-due-orders.ts';
import { attendOrPutOff } from './attend-or-put-off.ts';
import { RemoveExpired } from './remove-expired.ts';

/** How often the recurring duties run. Work that becomes due merely because time passes can start this much later. */
const EVERY_MS = 1_000;
/** How often expired data is removed. This may happen less often than the other duties, because nothing waits for it. */
const REMOVE_EVERY_MS = 5_000;
const BATCH = 200;
const AT_ONCE = 8;
/**
 * How old a stored callback must be before the recurring duty applies it. Normally, the process that stored a callback applies
 * it immediately. If it has not done so in this time, it has probably crashed.
 */
const CALLBACK_GRACE_MS = 3_000;

interface Dependencies {
  events: EventLog;
  inbox: CallbackInbox;
  attendDueOrders: AttendDueOrders;
  deliverDue: DeliverDue;
  receiveCallback: ReceiveCallback;
  alerts: Alerts;
  clock: Clock;
  tracing: Tracing;
}

/**
 * Returns the gateway's recurring duties. Each duty asks the database which items are due and processes them. An item that
 * fails is reported and postponed, so that it does not delay the other items.
 */
export function recurringDuties(deps: Dependencies): readonly Duty[] {
  const { events, inbox, clock } = deps;
  const removeExpired = new RemoveExpired({ events, inbox, clock });
  return [
    { name: 'attend-orders', everyMs: EVERY_MS, run: () => deps.attendDueOrders.execute() },
    { name: 'deliver-webhooks', everyMs: EVERY_MS, run: () => deps.deliverDue.execute() },
    duty('apply-callbacks', deps, {
      list: () => inbox.listUnapplied(new Date(clock.realNow().getTime() - CALLBACK_GRACE_MS), BATCH),
      attend: (callback) => deps.receiveCallback.apply(callback),
      nameOf: ({ channelId, callbackId }) => `${channelId} ${callbackId}`,
      putOff: (callback, failure) => inbox.putOff(callback, failure, clock.realNow()),
    }),
    { name: 'remove-expired', everyMs: REMOVE_EVERY_MS, run: () => removeExpired.execute() },
  ];
}

function duty<Item>(
  name: string,
  { alerts, tracing }: { alerts: Alerts; tracing: Tracing },
  work: {
    list: () => Promise<readonly Item[]>;
    attend: (item: Item) => Promise<void>;
    nameOf: (item: Item) => string;
    putOff: (item: Item, failure: AttentionFailure) => Promise<ParkedWork | null>;
  },
): Duty {
  return {
    name,
    everyMs: EVERY_MS,
    run: async () => {
      const queue = [...(await work.list())];
      const attendNext = async (): Promise<void> => {
        for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
          const taken = item;
          const facts = { duty: name, item: work.nameOf(taken) };
          const step = { name, kind: 'works', facts, belongsTo: 'none' } as const;
          await attendOrPutOff(alerts, {
            duty: name,
            item: facts.item,
            attend: () => tracing.step(step, () => work.attend(taken)),
            putOff: (failure) => work.putOff(taken, failure),
          });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, attendNext));
    },
  };
}
