import type { Protection } from './protection.ts';

const source = 'services/gateway/src';

/**
 * Parts of the code that protect against faults of processes, connections and the database. The fault harness tests them on two
 * real instances, which it kills, pauses and disconnects.
 */
export const harnessProtections: readonly Protection[] = [
  {
    faults: [4],
    what: 'a database that does not answer is reported as temporarily unavailable',
    file: `${source}/adapters/outbound/mongo/database-errors.ts`,
    find: `throw new TemporarilyUnavailable('the database did not answer', { cause: error });`,
    replace: 'throw error;',
    seenBy: { faultCheck: 'fault 4:' },
  },
  {
    faults: [5],
    what: 'a write whose answer was lost is reported as temporarily unavailable, so that it is repeated',
    file: `${source}/adapters/outbound/mongo/database-errors.ts`,
    find: `throw new TemporarilyUnavailable('the database did not answer', { cause: error });`,
    replace: 'throw error;',
    seenBy: { faultCheck: 'fault 5:' },
  },
  {
    faults: [6],
    what: 'a database that answers late is not ready',
    file: `${source}/adapters/outbound/mongo/database-health.ts`,
    find: 'const PATIENCE_MS = 1_000;',
    replace: 'const PATIENCE_MS = 60_000;',
    seenBy: { faultCheck: 'fault 6:' },
  },
  {
    faults: [7],
    what: 'a write names the version that it was decided on, on two instances',
    file: `${source}/adapters/outbound/mongo/mongo-order-repository.ts`,
    find: 'unchangedSince({ orderId: order.orderId, version: decidedOn })',
    replace: '{ _id: order.orderId }',
    seenBy: { faultCheck: 'fault 7:' },
  },
  {
    faults: [8],
    what: 'a refund ID that another order holds is not used, on two instances',
    file: `${source}/application/payments/accept-refund.ts`,
    find: 'if (claim.orderId === orderId) return claim;',
    replace: 'if (claim !== undefined) return claim;',
    seenBy: { faultCheck: 'fault 8:' },
  },
  {
    faults: [11],
    what: 'only the holder of the lease records a delivery attempt, in a process that was paused',
    file: `${source}/adapters/outbound/mongo/mongo-delivery-queue.ts`,
    find: `'delivery.leasedUntil': leaseUntil },
      update: {
        $set: {`,
    replace: `},
      update: {
        $set: {`,
    seenBy: { faultCheck: 'fault 11:' },
  },
  {
    faults: [12],
    what: 'work that always fails is postponed',
    file: `${source}/application/duties/attend-or-put-off.ts`,
    find: 'await work.putOff(failure)',
    replace: 'null as ParkedWork | null',
    seenBy: { faultCheck: 'fault 12:' },
  },
  {
    faults: [13],
    what: 'a stopping server lets running requests end',
    file: `${source}/adapters/inbound/http/server/listen.ts`,
    find: '      await delay(LINGER_MS);',
    replace: '      server.closeAllConnections();',
    seenBy: { faultCheck: 'fault 13:' },
  },
  {
    faults: [14],
    what: 'an event that a dead process left in its order makes the order due',
    file: `${source}/domain/order/schedule.ts`,
    find: 'if (oldestEvent !== undefined) {',
    replace: 'if (oldestEvent === null) {',
    seenBy: { faultCheck: 'fault 14:' },
  },
  {
    faults: [20],
    what: 'a refund that may have reached its channel is asked about before it is sent again, to a channel that lost it',
    file: `${source}/application/channels/execute-refund.ts`,
    find: "return step.kind === 'send' ? this.#send(orderId, call) : this.#ask(orderId, call);",
    replace: 'return this.#send(orderId, call);',
    seenBy: { faultCheck: 'fault 20:' },
  },
  {
    faults: [44],
    what: 'one merchant’s receiver holds a bounded number of connections, on two instances',
    file: `${source}/application/events/deliver-webhooks.ts`,
    find: 'const MAX_TRIES_AT_ONCE_PER_MERCHANT = 16;',
    replace: 'const MAX_TRIES_AT_ONCE_PER_MERCHANT = 1_000;',
    seenBy: { faultCheck: 'fault 44:' },
  },
  {
    faults: [48],
    what: 'an event waits for the event before it',
    file: `${source}/domain/webhook/order-of-events.ts`,
    find: 'const FAILURES_BEFORE_PASSED_BY = 3;',
    replace: 'const FAILURES_BEFORE_PASSED_BY = 1;',
    seenBy: { faultCheck: 'fault 48:' },
  },
  {
    faults: [1, 2],
    what: 'a refund that was accepted but not sent stays due until it is sent',
    file: `${source}/domain/order/schedule.ts`,
    find: 'if (at !== null) yield { at, kind, channelId: channelOfAttempt(order, attemptId), subjectId };',
    replace: '',
    seenBy: { faultCheck: 'fault 1:' },
  },
  {
    faults: [3],
    what: 'a lease on an event ends with the process that held it',
    file: `${source}/adapters/outbound/mongo/mongo-delivery-queue.ts`,
    find: `'delivery.leasedUntil': trusted({ $not: { $gt: at.real } }),
  } as const;`,
    replace: `'delivery.leasedUntil': null,
  } as const;`,
    seenBy: { faultCheck: 'fault 3:' },
  },
  {
    faults: [81],
    what: 'lanes with waiting work are left out of the list of due orders, on two instances',
    file: `${source}/application/duties/attend-due-orders.ts`,
    find: 'orders.listDue(now, BATCH, leftOut);',
    replace: 'orders.listDue(now, BATCH, []);',
    seenBy: { faultCheck: 'fault 81:' },
  },
];
