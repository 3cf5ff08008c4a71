import assert from 'node:assert/strict';
import { disputesOf } from '../settlement/money-moves.ts';
import type { ChangeCause, OrderChangeRecord, RecordedMove } from './order-change-record.ts';
import type { PaymentOrder } from './payment-order.ts';

/**
 * Adds the latest change to the order's history. Equal changes in a row, such as repeated questions to a channel, share one
 * record.
 */
export function recordChange(
  before: PaymentOrder,
  after: PaymentOrder,
  { cause, at, note }: { readonly cause: ChangeCause; readonly at: Date; readonly note?: string | undefined },
): PaymentOrder {
  const record: OrderChangeRecord = {
    version: after.version,
    at,
    cause,
    moves: movesBetween(before, after),
    ...(note !== undefined && { note }),
  };
  const latest = before.history.at(-1);
  // Each change of an order adds a record that has the order's new version. If the version of the latest record differs from
  // the order's version, a record was lost.
  assert.equal(
    latest?.version,
    before.version,
    `order ${before.orderId} lacks the record of its last change`,
  );
  if (latest === undefined || !isAnotherOfTheSame(latest, record)) {
    return { ...after, history: [...before.history, record] };
  }
  const repeated = { ...record, times: (latest.times ?? 1) + 1 };
  return { ...after, history: [...before.history.slice(0, -1), repeated] };
}

/**
 * Whether two changes in a row can share one record. Both must have the same cause, concern the same parts of the order (such
 * as one attempt), and change no state. For example, the gateway asked a channel a second time or repeated a cancellation.
 */
function isAnotherOfTheSame(earlier: OrderChangeRecord, later: OrderChangeRecord): boolean {
  const isStill = ({ moves }: OrderChangeRecord) => moves.every(({ from, to }) => from === to);
  return (
    earlier.cause === later.cause &&
    isStill(earlier) &&
    isStill(later) &&
    String(earlier.moves.map(({ subject }) => subject)) === String(later.moves.map(({ subject }) => subject))
  );
}

function movesBetween(before: PaymentOrder, after: PaymentOrder): readonly RecordedMove[] {
  return [
    ...(before.state === after.state ? [] : [{ subject: 'order', from: before.state, to: after.state }]),
    ...partMoves('attempt', before.attempts, after.attempts, ({ state }) => state),
    ...partMoves('refund', before.refunds, after.refunds, ({ state }) => state),
    ...disputeMoves(before, after),
    ...partMoves(
      'set aside',
      before.quarantine,
      after.quarantine,
      ({ subject }) => subject?.kind ?? 'payment',
    ),
    ...after.settledCases
      .slice(before.settledCases.length)
      .map(({ caseId }) => ({ subject: `case ${caseId}`, from: 'open', to: 'settled' })),
  ];
}

/**
 * Compares an order's parts of one kind, such as its attempts, before and after a change. Returns the state of each affected
 * part before and after the change. A change creates a new object for every part that it affects, so a part with the same
 * object was not affected.
 */
function partMoves<Part>(
  name: string,
  before: readonly Part[],
  after: readonly Part[],
  stateOf: (part: Part) => string,
): readonly RecordedMove[] {
  return after.flatMap((part, index) => {
    const earlier = before[index];
    if (earlier === part) return [];
    return [
      {
        subject: `${name} ${index + 1}`,
        from: earlier === undefined ? null : stateOf(earlier),
        to: stateOf(part),
      },
    ];
  });
}

/** Returns the disputes that a change affected. A single change can end one dispute and open another. */
function disputeMoves(before: PaymentOrder, after: PaymentOrder): readonly RecordedMove[] {
  const known = disputesOf(before);
  return disputesOf(after).flatMap((dispute) => {
    const earlier = known.find(({ channelReference }) => channelReference === dispute.channelReference);
    if (earlier === dispute) return [];
    return [{ subject: 'dispute', from: earlier?.state ?? null, to: dispute.state }];
  });
}
