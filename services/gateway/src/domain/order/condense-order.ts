import { orderLimits } from '@kassa/contracts';
import { countsAsTry } from '../attempt/open-attempt.ts';
import { isAttemptAlive, noPageParts, type PaymentAttempt } from '../attempt/payment-attempt.ts';
import { cutToBytes } from '../cut-to-bytes.ts';
import type { Refund } from '../refund/refund.ts';
import type { OrderChangeRecord } from './order-change-record.ts';
import type { PaymentOrder } from './payment-order.ts';

/**
 * Shortens what an order no longer needs in full, so that its document stays small: payment pages of earlier attempts, long
 * histories and long texts. Amounts, states, times, references and operators' decisions stay. If there is nothing to shorten,
 * returns the same object.
 */
export function condensed(order: PaymentOrder): PaymentOrder {
  return withShortNotes(withShortRefundTexts(withShortHistory(withShortRoutes(withBareAttempts(order)))));
}

/**
 * Removes what a payment page needs, such as scripts and keys, from earlier attempts that have ended. The consumer sees only
 * the latest attempt. To call the channel about an earlier attempt, the gateway needs only the attempt's reference at the
 * channel.
 */
function withBareAttempts(order: PaymentOrder): PaymentOrder {
  const last = order.attempts.length - 1;
  const isWhole = (attempt: PaymentAttempt, index: number) => index === last || !hasPage(attempt);
  if (order.attempts.every(isWhole)) return order;
  const attempts = order.attempts.map((attempt, index) =>
    isWhole(attempt, index) ? attempt : withoutPage(attempt),
  );
  return { ...order, attempts };
}

function hasPage(attempt: PaymentAttempt): boolean {
  const { opening, actionUrl, returnUrl } = attempt;
  if (isAttemptAlive(attempt)) return false;
  if (
    attempt.sessionResult !== undefined ||
    actionUrl !== null ||
    (returnUrl !== null && !countsAsTry(attempt))
  )
    return true;
  return (
    opening !== null &&
    (opening.cardBrands.length > 0 || pageMembers.some((member) => opening[member] !== null))
  );
}

const pageMembers = [
  'paymentUrl',
  'clientSecret',
  'publicKey',
  'library',
  'stylesheet',
  'component',
] as const;

function withoutPage(attempt: PaymentAttempt): PaymentAttempt {
  const { opening, returnUrl, sessionResult: _sessionResult, ...kept } = attempt;
  return {
    ...kept,
    opening: opening && { ...opening, ...noPageParts, paymentUrl: null, cardBrands: [] },
    actionUrl: null,
    actionDisplay: null,
    // If the channel did not open the attempt, the consumer never went to a payment page and cannot come back from one. So the
    // return address is not needed.
    returnUrl: countsAsTry(attempt) ? returnUrl : null,
  };
}

/**
 * How many of the latest attempts keep their list of channels that were not chosen. Operators look only at the latest attempts.
 */
const ROUTES_IN_FULL = 10;

/**
 * Removes from earlier attempts the list of channels that were not chosen for them. The reason why the attempt's own channel
 * was chosen stays.
 */
function withShortRoutes(order: PaymentOrder): PaymentOrder {
  const shortCount = order.attempts.length - ROUTES_IN_FULL;
  const shorten = (attempt: PaymentAttempt, index: number): PaymentAttempt => {
    const { route } = attempt;
    if (index >= shortCount || route === null || route.passedOver.length === 0) return attempt;
    return { ...attempt, route: { ...route, passedOver: [] } };
  };
  const attempts = order.attempts.map(shorten);
  if (attempts.every((attempt, index) => attempt === order.attempts[index])) return order;
  return { ...order, attempts };
}

/**
 * Joins the oldest entries of an order's history if the history is too long. Entries with an operator's note are joined only if
 * the history is still too long after the other entries were joined. The first and the latest entry always stay.
 */
function withShortHistory(order: PaymentOrder): PaymentOrder {
  if (linesOf(order.history) <= orderLimits.historyLines) return order;
  const withoutSteps = joined(order.history, ({ note }) => note === undefined);
  return { ...order, history: joined(withoutSteps, () => true) };
}

function joined(
  history: readonly OrderChangeRecord[],
  mayJoin: (record: OrderChangeRecord) => boolean,
): readonly OrderChangeRecord[] {
  let excess = linesOf(history) - orderLimits.historyLines;
  const kept: OrderChangeRecord[] = [];
  for (const [index, record] of history.entries()) {
    const previous = kept.at(-1);
    const isFixed = index === 0 || index === history.length - 1;
    if (excess <= 0 || isFixed || !mayJoin(record)) {
      kept.push(record);
    } else if (previous?.cause === 'history_condensed') {
      kept[kept.length - 1] = standIn(record, previous.times ?? 1);
      excess -= linesOf([record]);
    } else {
      kept.push(standIn(record, 0));
      excess -= linesOf([record]) - 1;
    }
  }
  return kept;
}

/**
 * Returns a history record that stands for the given record and for earlier changes.
 *
 * @param before the number of those earlier changes
 */
function standIn({ version, at, times = 1 }: OrderChangeRecord, before: number): OrderChangeRecord {
  return { version, at, cause: 'history_condensed', moves: [], times: before + times };
}

function linesOf(history: readonly OrderChangeRecord[]): number {
  return history.reduce((sum, { moves }) => sum + 1 + moves.length, 0);
}

/** The lengths in bytes to which strings are cut, for each kind of string. */
const SHORT_BYTES = { reason: 32, remark: 32, message: 32, note: 48 } as const;

/**
 * Shortens the texts of refunds. A repeated refund request is still recognised, because the refund keeps a hash of the
 * request's original texts.
 */
function withShortRefundTexts(order: PaymentOrder): PaymentOrder {
  let excess = sumOf(order.refunds, textBytesOf) - orderLimits.refundTextBytes;
  if (excess <= 0) return order;
  const refunds = order.refunds.map((refund) => {
    if (excess <= 0) return refund;
    const short = withShortTexts(refund);
    const saved = textBytesOf(refund) - textBytesOf(short);
    excess -= saved;
    return saved === 0 ? refund : short;
  });
  return { ...order, refunds };
}

function textBytesOf({ reason, remark, failure }: Refund): number {
  return sumOf([reason, remark, failure?.message ?? null], bytesOf);
}

function withShortTexts(refund: Refund): Refund {
  const { reason, remark, failure } = refund;
  return {
    ...refund,
    reason: reason && cutToBytes(reason, SHORT_BYTES.reason),
    remark: remark && cutToBytes(remark, SHORT_BYTES.remark),
    failure: failure && { ...failure, message: cutToBytes(failure.message, SHORT_BYTES.message) },
  };
}

/** Shortens operators' notes in the order. The audit log keeps each note in full. */
function withShortNotes(order: PaymentOrder): PaymentOrder {
  const { settledCases, history } = order;
  let excess =
    sumOf(settledCases, ({ note }) => bytesOf(note)) +
    sumOf(history, ({ note = null }) => bytesOf(note)) -
    orderLimits.noteBytes;
  if (excess <= 0) return order;
  const shorten = <Noted extends { readonly note?: string }>(noted: Noted): Noted => {
    const { note } = noted;
    if (excess <= 0 || note === undefined || bytesOf(note) <= SHORT_BYTES.note) return noted;
    const short = cutToBytes(note, SHORT_BYTES.note);
    excess -= bytesOf(note) - bytesOf(short);
    return { ...noted, note: short };
  };
  return { ...order, settledCases: settledCases.map(shorten), history: history.map(shorten) };
}

function bytesOf(text: string | null): number {
  return text === null ? 0 : Buffer.byteLength(text);
}

function sumOf<Item>(items: readonly Item[], sizeOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + sizeOf(item), 0);
}
