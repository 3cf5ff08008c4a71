import { isDeepStrictEqual } from 'node:util';
import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import type { LoggedEvent } from '../../../src/ports/event-log.ts';
import { type Fault, faultsIf } from './faults.ts';

/** What holds of an order and the log of events together: each event is in one of them or in both. */
export function faultsOfEvents(order: PaymentOrder, logged: readonly LoggedEvent[]): readonly Fault[] {
  const name = `order ${order.merchantTransactionId} v${order.version}`;
  const sequences = logged.map(({ sequence }) => sequence);
  const known = new Map(logged.map(({ sequence, type }) => [sequence, type]));
  const contradicted = order.outbox.filter(
    ({ sequence, type }) => known.has(sequence) && known.get(sequence) !== type,
  );
  for (const { sequence, type } of order.outbox) known.set(sequence, type);
  const missing = Array.from({ length: order.lastSequence }, (_, index) => index + 1).filter(
    (sequence) => !known.has(sequence),
  );
  const payments = [...known.values()].filter((type) => type === 'order.payment.succeeded').length;
  const isOutOfTurn = sequences.some((sequence, index) => sequence !== index + 1);
  return faultsIf(
    [missing.length > 0, `${name}: events ${missing.join(', ')} are nowhere`],
    [contradicted.length > 0, `${name}: the log tells another event than the order`],
    [known.size > order.lastSequence, `${name}: there are events that nothing caused`],
    [isOutOfTurn, `${name}: the log holds ${sequences.join(', ')}`],
    [payments !== (order.paidAt === null ? 0 : 1), `${name}: it was told ${payments} times that it is paid`],
  );
}

/** What never changes of a logged event. */
export function faultsOfLog(before: LoggedEvent, after: LoggedEvent | undefined): readonly Fault[] {
  const { delivery: earlier, ...body } = before;
  const { delivery: later, ...bodyAfter } = after ?? { delivery: undefined };
  return faultsIf(
    [!isDeepStrictEqual(body, bodyAfter), `event ${before.eventId} was changed or is gone`],
    [
      earlier.state === 'delivered' && later?.state !== 'delivered',
      `event ${before.eventId} was delivered and is ${later?.state}`,
    ],
  );
}
