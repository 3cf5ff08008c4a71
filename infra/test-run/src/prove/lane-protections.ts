import type { Protection } from './protection.ts';
import { seenBy, source } from './seen-by.ts';

/** Code that prevents the due work of one order, channel or merchant from delaying the work of others. */
export const laneProtections: readonly Protection[] = [
  {
    faults: [81],
    what: 'lanes with waiting work are left out of the list of due orders',
    file: `${source}/application/duties/attend-due-orders.ts`,
    find: 'orders.listDue(now, BATCH, leftOut);',
    replace: 'orders.listDue(now, BATCH, []);',
    seenBy: seenBy('application/due-lanes.test.ts', 'however many of its attempts are due (fault 81)'),
  },
  {
    faults: [81],
    what: 'each channel has a lane of its own',
    file: `${source}/application/duties/attend-due-orders.ts`,
    find: 'this.#lanes.add(channelId, merchantId, ',
    replace: 'this.#lanes.add(null, merchantId, ',
    seenBy: seenBy('application/due-lanes.test.ts', 'however many of its attempts are due (fault 81)'),
  },
  {
    faults: [81],
    what: 'an order is attended in the lane of one channel without calling another',
    file: `${source}/application/duties/attend-order.ts`,
    find: 'return needed === null || needed === channelId;',
    replace: 'return true;',
    seenBy: seenBy(
      'application/due-lanes.test.ts',
      'the order’s work at the other channel continues (fault 81)',
    ),
  },
  {
    faults: [81],
    what: 'an order is closed in the lane of one channel without calling another',
    file: `${source}/application/duties/close-expired-order.ts`,
    find: 'if (attempt.channelId !== channelId) continue;',
    replace: '',
    seenBy: seenBy('application/due-lanes.test.ts', 'still closes when it expires (fault 81)'),
  },
  {
    faults: [81],
    what: 'merchants take turns in a lane',
    file: `${source}/application/duties/fair-lanes.ts`,
    find: '  waiting.delete(owner);\n  if (queue.length > 0) waiting.set(owner, queue);',
    replace: '  if (queue.length === 0) waiting.delete(owner);',
    seenBy: seenBy(
      'application/due-lanes.test.ts',
      'so one merchant’s many payments do not hold up another merchant’s few (fault 81)',
    ),
  },
  {
    faults: [81],
    what: 'the lane of a channel whose circuit is open is narrow',
    file: `${source}/application/duties/attend-due-orders.ts`,
    find: 'const AT_ONCE_WHILE_OPEN = 1;',
    replace: 'const AT_ONCE_WHILE_OPEN = AT_ONCE;',
    seenBy: seenBy('application/due-lanes.test.ts', 'the gateway sends the channel one query at a time'),
  },
  {
    faults: [81],
    what: 'the database leaves lanes out before it counts',
    file: `${source}/adapters/outbound/mongo/due-orders.ts`,
    find: '    ...inLane(forAll),',
    replace: '',
    seenBy: seenBy(
      'port-contracts/stored-ports-in-database.test.ts',
      'excluded work does not count towards the query’s limit',
    ),
  },
  {
    faults: [12],
    what: 'work that fails is postponed and parked',
    file: `${source}/application/duties/attend-or-put-off.ts`,
    find: 'await work.putOff(failure)',
    replace: 'null as ParkedWork | null',
    seenBy: seenBy('application/duties.test.ts', 'fault 12'),
  },
  {
    faults: [12],
    what: 'the failure of one order does not stop the work on others',
    file: `${source}/application/duties/attend-or-put-off.ts`,
    find: "    if (!isOrdinary) alerts.raise({ kind: 'duty_failed', duty, item, error });",
    replace: '    throw new AggregateError([error]);',
    seenBy: seenBy('application/duties.test.ts', 'fault 12'),
  },
];
