import type { Protection } from './protection.ts';
import { seenBy, source } from './seen-by.ts';

/** Code that prevents the loss of events, and that delivers them to merchants. */
export const eventProtections: readonly Protection[] = [
  {
    faults: [2, 14],
    what: 'a state change records its event in the same write',
    file: `${source}/domain/order/order-transition.ts`,
    find: 'if (row.emits === null) return moved;',
    replace: 'if (row !== null) return moved;',
    seenBy: seenBy('application/relay-events.test.ts', '(faults 2, 14)'),
  },
  {
    faults: [14],
    what: 'an event left in its order makes the order due',
    file: `${source}/domain/order/schedule.ts`,
    find: 'if (oldestEvent !== undefined) {',
    replace: 'if (oldestEvent === null) {',
    seenBy: seenBy('application/relay-events.test.ts', '(faults 2, 14)'),
  },
  {
    faults: [3],
    what: 'a lease on an event ends, so that a dead process does not keep its claim',
    file: `${source}/adapters/outbound/mongo/mongo-delivery-queue.ts`,
    find: `'delivery.leasedUntil': trusted({ $not: { $gt: at.real } }),
  } as const;`,
    replace: `'delivery.leasedUntil': null,
  } as const;`,
    seenBy: seenBy('port-contracts/stored-ports-in-database.test.ts', '(fault 3)'),
  },
  {
    faults: [11],
    what: 'only the holder of the lease records a delivery attempt',
    file: `${source}/adapters/outbound/mongo/mongo-delivery-queue.ts`,
    find: `'delivery.leasedUntil': leaseUntil },
      update: {
        $set: {`,
    replace: `},
      update: {
        $set: {`,
    seenBy: seenBy('port-contracts/stored-ports-in-database.test.ts', '(fault 11)'),
  },
  {
    faults: [44],
    what: 'one merchant’s receiver holds a bounded number of connections',
    file: `${source}/application/events/deliver-webhooks.ts`,
    find: 'const MAX_TRIES_AT_ONCE_PER_MERCHANT = 16;',
    replace: 'const MAX_TRIES_AT_ONCE_PER_MERCHANT = 1_000;',
    seenBy: seenBy(
      'application/deliver-webhooks.test.ts',
      'fault 44: a slow receiver is sent at most sixteen webhooks',
    ),
  },
  {
    faults: [47],
    what: 'both secrets sign during a rotation',
    file: `${source}/application/events/try-webhook.ts`,
    find: 'signWebhook(eventId, timestampSeconds, body, secrets)',
    replace: 'signWebhook(eventId, timestampSeconds, body, secrets.slice(0, 1))',
    seenBy: seenBy('application/try-webhook.test.ts', 'fault 47: each attempt to deliver an event'),
  },
  {
    faults: [56],
    what: 'a follower’s cursor stays behind events that wait in their orders',
    file: `${source}/domain/webhook/event-log-times.ts`,
    find: 'const waiting = unloggedSince === null || unloggedSince > realNow ? realNow : unloggedSince;',
    replace: 'const waiting = unloggedSince === null ? realNow : realNow;',
    seenBy: seenBy('application/follow-events.test.ts', '(fault 56)'),
  },
  {
    faults: [14],
    what: 'an event leaves its order only once the log has it',
    file: `${source}/application/events/relay-events.ts`,
    find: 'const outcome = await this.#append(logged);',
    replace: `this.#logged.note(order.orderId, event);
      const outcome = await this.#append(logged);`,
    seenBy: seenBy('application/relay-events.test.ts', 'that cannot be logged stays in its order'),
  },
];
