import { harnessProtections } from './harness-protections.ts';
import type { Protection } from './protection.ts';

const source = 'services/gateway/src';
const tests = 'services/gateway/test';

function seenBy(file: string, title: string): Protection['seenBy'] {
  return { project: 'gateway', file: `${tests}/${file}`, title };
}

/** Each is taken out alone; a protection that nothing misses is none. */
export const protections: readonly Protection[] = [
  {
    faults: [1],
    what: 'a refund that may have reached its channel is asked about before it is sent again',
    file: `${source}/application/channels/execute-refund.ts`,
    find: 'call.refund.tries > 1 ? await this.#askThenSend(orderId, call) : await this.#send(call)',
    replace: 'await this.#send(call)',
    seenBy: seenBy('application/request-refund.test.ts', '(fault 1)'),
  },
  {
    faults: [1],
    what: 'a refund whose case an operator has settled is not sent again',
    file: `${source}/application/channels/execute-refund.ts`,
    find: 'return maySend ? this.#send(call) : SETTLED;',
    replace: 'return this.#send(call);',
    seenBy: seenBy('application/operator-cases.test.ts', '(fault 1)'),
  },
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
    what: 'a lease on an event ends, and with it the claim of a process that is gone',
    file: `${source}/adapters/outbound/mongo/mongo-delivery-queue.ts`,
    find: `'delivery.leasedUntil': { $not: { $gt: at.real } }`,
    replace: `'delivery.leasedUntil': null`,
    seenBy: seenBy('port-contracts/stored-ports-in-database.test.ts', '(fault 3)'),
  },
  {
    faults: [11],
    what: 'a try is noted only by whoever holds the lease',
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
    faults: [7],
    what: 'pending refunds hold a part of the amount',
    file: `${source}/domain/refund/refund.ts`,
    find: 'return refundReservesAmount[refund.state];',
    replace: `return refund.state === 'SUCCESS';`,
    seenBy: seenBy('application/request-refund.test.ts', '(fault 7)'),
  },
  {
    faults: [7],
    what: 'a write names the version that it was decided on',
    file: `${source}/adapters/outbound/mongo/mongo-order-repository.ts`,
    find: '{ _id, version: decidedOn }',
    replace: '{ _id }',
    seenBy: seenBy('application/races-in-database.test.ts', '(fault 7)'),
  },
  {
    faults: [8],
    what: 'a refund number that another order holds is not used',
    file: `${source}/application/payments/request-refund.ts`,
    find: 'if (claim.orderId === orderId) return claim;',
    replace: 'if (claim !== undefined) return claim;',
    seenBy: seenBy('application/request-refund.test.ts', '(fault 8)'),
  },
  {
    faults: [9],
    what: 'an order’s ID follows from its merchant’s number',
    file: `${source}/application/payments/create-payment.ts`,
    find: 'deriveOrderId(merchant.merchantId, payment.merchantTransactionId)',
    replace: `deriveOrderId(merchant.merchantId, payment.merchantTransactionId + Math.random())`,
    seenBy: seenBy('application/create-payment.test.ts', '(fault 9)'),
  },
  {
    faults: [10],
    what: 'a repetition is told from other contents by its fingerprint',
    file: `${source}/application/payments/create-payment.ts`,
    find: 'original !== undefined && original.fingerprint === order.fingerprint',
    replace: 'original !== undefined',
    seenBy: seenBy('application/create-payment.test.ts', '(fault 10)'),
  },
  {
    faults: [12],
    what: 'what fails is put off and parked',
    file: `${source}/application/duties/recurring-duties.ts`,
    find: 'await work.putOff(item, failureOf(error))',
    replace: 'null as ParkedWork | null',
    seenBy: seenBy('application/duties.test.ts', 'fault 12'),
  },
  {
    faults: [12],
    what: 'one failure keeps no neighbour from being attended',
    file: `${source}/application/duties/recurring-duties.ts`,
    find: `      alerts.raise({ kind: 'duty_failed', duty: name, item: work.nameOf(item), error });
      const parked`,
    replace: `      throw new AggregateError([error]);
      const parked`,
    seenBy: seenBy('application/duties.test.ts', 'fault 12'),
  },
  {
    faults: [15],
    what: 'an attempt that has succeeded does not succeed again',
    file: `${source}/domain/attempt/apply-payment-result.ts`,
    find: `  if (nextAttemptState(attempt.state, 'succeeded') === undefined) {
    return isAnotherPayment(attempt, result)
      ? withPaymentSetAside(order, attempt, result.paid, now)
      : withCard(order, attempt, result.card);
  }`,
    replace: `  if (attempt.state === 'SUCCEEDED') attempt = { ...attempt, state: 'ABANDONED' };`,
    seenBy: seenBy('application/receive-callback.test.ts', '(fault 15)'),
  },
  {
    faults: [16],
    what: 'a failure that comes late changes nothing',
    file: 'contracts/src/attempt-states.ts',
    find: `  { from: 'ABANDONED', cause: 'succeeded', to: 'SUCCEEDED' },`,
    replace: `  { from: 'ABANDONED', cause: 'succeeded', to: 'SUCCEEDED' },
  { from: 'SUCCEEDED', cause: 'failed', to: 'FAILED' },`,
    seenBy: seenBy('application/receive-callback.test.ts', '(fault 16)'),
  },
  {
    faults: [17],
    what: 'a callback’s signature is verified',
    file: `${source}/adapters/outbound/channels/sandbox-processor/callback-signature.ts`,
    find: `if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'the signature does not verify';`,
    replace: '',
    seenBy: seenBy('http/channel-callbacks.test.ts', 'fault 17'),
  },
  {
    faults: [18],
    what: 'a success with other money is set aside',
    file: `${source}/domain/attempt/apply-payment-result.ts`,
    find: 'if (!isSameMoney(result.paid, order.amount))',
    replace: 'if (order === null)',
    seenBy: seenBy('application/receive-callback.test.ts', '(fault 18)'),
  },
  {
    faults: [19],
    what: 'a success for an attempt that was given up is taken',
    file: 'contracts/src/attempt-states.ts',
    find: `  { from: 'ABANDONED', cause: 'succeeded', to: 'SUCCEEDED' },`,
    replace: '',
    seenBy: seenBy('application/receive-callback.test.ts', '(fault 19)'),
  },
  {
    faults: [19],
    what: 'money that came after the order was closed is returned',
    file: `${source}/domain/attempt/apply-payment-result.ts`,
    find: `if (order.state === 'CLOSE') return returnMoney(noted, succeeded, 'late_payment', now);`,
    replace: `if (order.state === 'CLOSE') return noted;`,
    seenBy: seenBy('application/receive-callback.test.ts', '(fault 19)'),
  },
  {
    faults: [20],
    what: 'an attempt without a result is handed to the operator in the end',
    file: `${source}/domain/attempt/cancel-attempt.ts`,
    find: 'const CANCELLATION_PATIENCE_SECONDS = 24 * 60 * 60;',
    replace: 'const CANCELLATION_PATIENCE_SECONDS = 1e9;',
    seenBy: seenBy('application/operator-cases.test.ts', 'fault 20'),
  },
  {
    faults: [20],
    what: 'a submission without an answer is not made again',
    file: `${source}/application/checkout/submit-payment.ts`,
    find: `        // The attempt stays submitted`,
    replace: `        await channel.submit({ ...attempt, opening: attempt.opening, card, device });
        // The attempt stays submitted`,
    seenBy: seenBy('application/unknown-results.test.ts', 'fault 20'),
  },
  {
    faults: [21],
    what: 'a refund during a dispute is refused',
    file: `${source}/domain/refund/request-refund.ts`,
    find: `      return { kind: 'refused', reason: 'ORDER_IN_DISPUTE' };
    case 'INIT':`,
    replace: `      break;
    case 'INIT':`,
    seenBy: seenBy('domain/request-refund.test.ts', 'fault 21'),
  },
  {
    faults: [21],
    what: 'a dispute withdraws the refunds that did not reach the channel',
    file: `${source}/domain/dispute/apply-dispute-report.ts`,
    find: `refund.state === 'INITIALISED' && !isAutomatic(refund)`,
    replace: 'refund === null',
    seenBy: seenBy('domain/apply-dispute-report.test.ts', '(fault 21)'),
  },
  {
    faults: [39],
    what: 'a card number that is sent as the device is refused',
    file: 'contracts/src/checkout.ts',
    find: `        format: 'no-card-number',
        description: 'Device fingerprint.`,
    replace: `        description: 'Device fingerprint.`,
    seenBy: seenBy('http/checkout-access.test.ts', 'with a card as the device'),
  },
  {
    faults: [41],
    what: 'guesses of sessions have a rate for each address that they come from',
    file: `${source}/adapters/inbound/http/checkout/checkout-request.ts`,
    find: ': this.#strangers.take(callerNetworkOf(ctx.ip))',
    replace: ': undefined',
    seenBy: seenBy('adapters/checkout-requests.test.ts', 'with a guessed session'),
  },
  {
    faults: [44],
    what: 'one merchant’s receiver holds a bounded number of connections',
    file: `${source}/application/events/deliver-webhooks.ts`,
    find: 'const MAX_TRIES_AT_ONCE_PER_MERCHANT = 16;',
    replace: 'const MAX_TRIES_AT_ONCE_PER_MERCHANT = 1_000;',
    seenBy: seenBy('application/deliver-webhooks.test.ts', 'fault 44: has sixteen tries'),
  },
  {
    faults: [47],
    what: 'each secret signs while they are being rotated',
    file: `${source}/application/events/try-webhook.ts`,
    find: 'signWebhook(eventId, timestampSeconds, body, secrets)',
    replace: 'signWebhook(eventId, timestampSeconds, body, secrets.slice(0, 1))',
    seenBy: seenBy('application/try-webhook.test.ts', 'fault 47: bears'),
  },
  {
    faults: [49],
    what: 'a payment goes on at another channel only from an attempt that nobody was given',
    file: `${source}/domain/attempt/fail-over.ts`,
    find: `if (attempt?.attemptId !== attemptId || attempt.state !== 'OPENING') return { kind: 'moved_on' };`,
    replace: `if (attempt === undefined) return { kind: 'moved_on' };`,
    seenBy: seenBy('domain/fail-over.test.ts', '(fault 49)'),
  },
  {
    faults: [49],
    what: 'attempts that no channel opened are no tries of the consumer’s',
    file: `${source}/domain/attempt/open-attempt.ts`,
    find: 'return tries.length >= MAX_ATTEMPTS || attempts.length >= MAX_OPENINGS;',
    replace: 'return attempts.length >= Math.min(MAX_ATTEMPTS, tries.length + MAX_OPENINGS);',
    seenBy: seenBy('domain/fail-over.test.ts', 'an outage locks nobody out'),
  },
  {
    faults: [50],
    what: 'what a channel opened too late is cancelled there',
    file: `${source}/domain/attempt/open-attempt.ts`,
    find: `noted.state === 'ABANDONED'
      ?`,
    replace: `noted.state === null
      ?`,
    seenBy: seenBy('application/failover.test.ts', '(fault 50)'),
  },
  {
    faults: [51],
    what: 'one payment alone is tried at a channel that was down',
    file: `${source}/adapters/outbound/channels/guard/channel-circuit.ts`,
    find: 'return this.state === CircuitState.Closed;',
    replace: 'return true;',
    seenBy: seenBy('adapters/channel-guard.test.ts', '(fault 51)'),
  },
  ...harnessProtections,
  {
    faults: [52],
    what: 'a follower’s cursor stays behind events that wait in their orders',
    file: `${source}/domain/webhook/event-log-times.ts`,
    find: 'const waiting = unloggedSince === null || unloggedSince > realNow ? realNow : unloggedSince;',
    replace: 'const waiting = unloggedSince === null ? realNow : realNow;',
    seenBy: seenBy('application/follow-events.test.ts', '(fault 52)'),
  },
  {
    faults: [53],
    what: 'days that nobody has begun are opened, from the first that somebody has',
    file: `${source}/application/reconciliation/reconcile-ended-days.ts`,
    find: 'if (firstKnown !== undefined) return firstKnown;',
    replace: 'if (firstKnown !== undefined) return latest;',
    seenBy: seenBy('application/reconcile-ended-days.test.ts', '(fault 53)'),
  },
];
