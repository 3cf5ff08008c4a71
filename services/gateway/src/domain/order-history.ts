import assert from 'node:assert/strict';
import type { PaymentOrder } from './payment-order.ts';

/**
 * Why an order was changed, with who stands behind it. The history names causes and not steps of the code,
 * because people read it who ask what happened to somebody's money.
 */
export const changeCauses = {
  payment_created: 'merchant',
  refund_requested: 'merchant',
  /** A refund number that this order had claimed and never used was needed by another one. */
  refund_number_released: 'merchant',
  checkout_initialised: 'consumer',
  payment_submitted: 'consumer',
  callback_received: 'channel',
  opening_answered: 'channel',
  submission_answered: 'channel',
  cancellation_answered: 'channel',
  refund_answered: 'channel',
  /** The channel answered a question of the gateway's. */
  inquiry_answered: 'channel',
  attempt_asked_about: 'gateway',
  cancellation_sent: 'gateway',
  refund_sent: 'gateway',
  validity_ended: 'gateway',
} as const satisfies Readonly<Record<string, ChangeActor>>;

export type ChangeCause = keyof typeof changeCauses;
export type ChangeActor = 'merchant' | 'consumer' | 'channel' | 'gateway' | 'operator';

/** One change of an order; written in the same write as the change itself. */
export interface OrderChangeRecord {
  /** The order's version after the change. */
  readonly version: number;
  readonly at: Date;
  readonly cause: ChangeCause;
  readonly moves: readonly RecordedMove[];
  /** How many changes of the same kind in a row this stands for; absent for one. */
  readonly times?: number;
}

/** What the change touched, and its states before and after, which may be the same. */
export interface RecordedMove {
  /** `order`, `attempt 1`, `refund 2`, `dispute`, `set aside 1`: numbers count from 1 as in the derived IDs. */
  readonly subject: string;
  /** Null for what the change brought into being. */
  readonly from: string | null;
  readonly to: string;
}

/** The order with the record of its latest change. A row of like changes, such as questions, is one record. */
export function recordChange(
  before: PaymentOrder,
  after: PaymentOrder,
  { cause, at }: { readonly cause: ChangeCause; readonly at: Date },
): PaymentOrder {
  const record: OrderChangeRecord = {
    version: after.version,
    at,
    cause,
    moves: movesBetween(before, after),
  };
  const latest = before.history.at(-1);
  // Whoever decides on an order that is not the stored one would write its history without the last change.
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

/** Nothing moved, and the change before it was the same: a channel asked again, a cancellation sent again. */
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
    ...partMoves('dispute', listOf(before.dispute), listOf(after.dispute), ({ state }) => state),
    ...partMoves(
      'set aside',
      before.quarantine,
      after.quarantine,
      ({ subject }) => subject?.kind ?? 'payment',
    ),
  ];
}

/** Decisions leave what they do not touch as it is, so what is another object was touched. */
function partMoves<Part>(
  name: string,
  before: readonly Part[],
  after: readonly Part[],
  stateOf: (part: Part) => string,
): readonly RecordedMove[] {
  return after.flatMap((part, index) => {
    const earlier = before[index];
    if (earlier === part) return [];
    const subject = name === 'dispute' ? name : `${name} ${index + 1}`;
    return [{ subject, from: earlier === undefined ? null : stateOf(earlier), to: stateOf(part) }];
  });
}

function listOf<Part>(part: Part | null): readonly Part[] {
  return part === null ? [] : [part];
}
