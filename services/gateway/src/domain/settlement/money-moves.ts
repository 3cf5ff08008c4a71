import type { Money, SettlementKind } from '@kassa/contracts';
import type { Dispute } from '../dispute/dispute.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { entryKey, paymentKey } from '../reconciliation/entry-key.ts';
import { isAutomatic, type Refund } from '../refund/refund.ts';
import { isWithin, type TimeSpan } from '../time-span.ts';
import { bookingIdOf, processingIdOf } from './channel-fee.ts';

/** A movement of an order's money, in or out. Movements are derived from the order, so they cannot contradict it. */
export interface MoneyMove {
  readonly kind: SettlementKind;
  /** The amount in minor units of the order's currency; positive if money came in, negative if it went out. */
  readonly signedMinor: number;
  readonly currency: string;
  /**
   * When the gateway learned of the movement, in business time. The channel's own time is not used: it could be on an earlier
   * day, and the settlement report of an earlier day must not change.
   */
  readonly at: Date;
  readonly channelType: string;
  /** The ID under which the channel's books have the movement (`bookingIdOf`). Several movements can have the same ID. */
  readonly bookingId: string;
  /** What moved the money: the attempt's ID, the merchant's refund ID, or the channel's reference of the dispute. */
  readonly reference: string;
}

/** The parts of an order that record how its money moved. */
export type OrderMoney = Pick<
  PaymentOrder,
  | 'orderId'
  | 'merchantId'
  | 'merchantTransactionId'
  | 'amount'
  | 'attempts'
  | 'refunds'
  | 'dispute'
  | 'wonDisputes'
  | 'lostDisputes'
>;

/**
 * Returns all movements of an order's money. A channel's report that contradicts the order adds no movement, because nobody
 * knows whether it is true.
 */
export function moneyMovesOf(order: OrderMoney): readonly MoneyMove[] {
  const arrivals = arrivalsOf(order);
  const { currency } = order.amount;
  return [
    ...[...arrivals].map(
      ([attemptId, { at, channelType, channelId, channelReference }]): MoneyMove => ({
        kind: 'payment',
        bookingId: bookingIdOf(channelId, paymentKey(attemptId, channelReference), 'in'),
        signedMinor: order.amount.amountMinor,
        currency,
        at,
        channelType,
        reference: attemptId,
      }),
    ),
    ...order.refunds.flatMap((refund) => refundMoves(refund, arrivals)),
    ...disputesOf(order).flatMap((dispute) => disputeMoves(dispute, arrivals)),
  ];
}

/** Returns the IDs under which channels' fees for the movements of an order's money can be recorded, each once. */
export function feeIdsOf(order: OrderMoney): readonly string[] {
  const bookingIds = new Set(moneyMovesOf(order).map(({ bookingId }) => bookingId));
  return [...bookingIds].flatMap((bookingId) => [bookingId, processingIdOf(bookingId)]);
}

interface Arrival {
  readonly at: Date;
  readonly channelId: string;
  readonly channelType: string;
  /** The channel's reference of the payment. */
  readonly channelReference: string;
}

/** Returns when the money of each successful attempt arrived, and through which channel type. */
function arrivalsOf({ attempts }: OrderMoney): ReadonlyMap<string, Arrival> {
  return new Map(
    attempts.flatMap((attempt): [string, Arrival][] => {
      const { attemptId, state, endedAt: at, channelId, channelType, opening } = attempt;
      if (state !== 'SUCCEEDED' || at === null) return [];
      const channelReference = attempt.paymentReference ?? opening?.channelReference ?? '';
      return [[attemptId, { at, channelId, channelType, channelReference }]];
    }),
  );
}

export function disputesOf({ dispute, wonDisputes, lostDisputes }: OrderMoney): readonly Dispute[] {
  return [...wonDisputes, ...lostDisputes, ...(dispute === null ? [] : [dispute])];
}

/** Returns the losses that operators have recorded because a channel will never collect an attempt's payment. */
export function uncollectedLosses(order: OrderMoney, attemptId: string): readonly Dispute[] {
  return disputesOf(order).filter(
    (dispute) => dispute.isUncollected && dispute.attemptId === attemptId && dispute.state === 'lost',
  );
}

/**
 * Returns the movements of a refund's money. If the channel took the refund back, there are two movements: one on the day on
 * which the refund was made, and one on the day of the reversal.
 */
function refundMoves(refund: Refund, arrivals: ReadonlyMap<string, Arrival>): readonly MoneyMove[] {
  const { state, completedAt, amount, transactionId: reference, reversal } = refund;
  const arrival = arrivals.get(refund.attemptId);
  if (arrival === undefined) return [];
  const { channelId, channelType } = arrival;
  const kind = isAutomatic(refund) ? 'automatic_refund' : 'refund';
  const named = refund.isMadeAtProcessor ? refund.attemptId : refund.refundId;
  const key = entryKey('refund', named, refund.channelReference ?? '');
  const out = ({ amountMinor, currency }: Money, at: Date): MoneyMove => ({
    kind,
    signedMinor: -amountMinor,
    currency,
    at,
    channelType,
    bookingId: bookingIdOf(channelId, key, 'out'),
    reference,
  });
  const moves: MoneyMove[] = [];
  if (reversal !== undefined) {
    const made = out(reversal.amount, reversal.madeAt);
    const signedMinor = reversal.amount.amountMinor;
    const bookingId = bookingIdOf(channelId, key, 'in');
    moves.push(made, { ...made, kind: 'refund_reversal', signedMinor, at: reversal.reversedAt, bookingId });
  }
  if (state === 'SUCCESS' && completedAt !== null) moves.push(out(amount, completedAt));
  return moves;
}

/**
 * Returns the movements of a dispute's money. A channel can report a dispute before it reports that the disputed payment
 * succeeded. Until the gateway knows of that success, the list is empty.
 */
function disputeMoves(dispute: Dispute, arrivals: ReadonlyMap<string, Arrival>): readonly MoneyMove[] {
  const { attemptId, channelReference: reference, amount, openingAmount = amount, givenBack = [] } = dispute;
  const { state, openedAt, resolvedAt, withdrawnAt = openedAt, isAnnounced } = dispute;
  const arrival = arrivals.get(attemptId);
  // The bank takes no money for a dispute that is only announced.
  if (arrival === undefined || isAnnounced || openingAmount.amountMinor === 0) return [];
  const key = entryKey('dispute', attemptId, reference);
  const move = (signedMinor: number, at: Date): MoneyMove => ({
    kind: kindOf(dispute, signedMinor),
    bookingId: bookingIdOf(arrival.channelId, key, signedMinor < 0 ? 'out' : 'in'),
    signedMinor,
    currency: amount.currency,
    at: laterOf(at, arrival.at),
    channelType: arrival.channelType,
    reference,
  });
  const withdrawn = move(-openingAmount.amountMinor, withdrawnAt);
  if (state === 'opened' || resolvedAt === null) return [withdrawn];
  const keptMinor = state === 'lost' ? amount.amountMinor : 0;
  const lostMinor = givenBack.reduce((sum, back) => sum + back.amount.amountMinor, keptMinor);
  const returnedMinor = openingAmount.amountMinor - lostMinor;
  return [
    withdrawn,
    ...(returnedMinor === 0 ? [] : [move(returnedMinor, resolvedAt)]),
    ...givenBack.map((back) => move(back.amount.amountMinor, back.at)),
  ];
}

function kindOf({ isUncollected }: Dispute, signedMinor: number): SettlementKind {
  if (isUncollected) return 'uncollected';
  return signedMinor < 0 ? 'dispute' : 'dispute_reversal';
}

/**
 * Returns when money moved because of a dispute, the earliest first. Empty if no money has moved, for example because the gateway
 * does not know yet that the disputed payment succeeded. The bank takes the disputed amount when the dispute is opened. When the
 * dispute ends, money moves again if the merchant wins, or if the bank finally takes a different amount. Money moves once more if
 * the bank gives it back later.
 */
export function disputeMovedAt(order: OrderMoney, dispute: Dispute): readonly Date[] {
  return disputeMoves(dispute, arrivalsOf(order)).map(({ at }) => at);
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}

/** Whether any money of an order came in or went out in a span of time. */
export function hasMoneyMoved(order: OrderMoney, span: TimeSpan): boolean {
  return moneyMovesOf(order).some(({ at }) => isWithin(at, span));
}

const HOUR_MS = 60 * 60 * 1000;

/** Returns the hours (UTC) in which an order's money moved, each as the time at which it starts. The earliest comes first. */
export function hoursOfMoves(order: OrderMoney): readonly Date[] {
  const beginnings = new Set(moneyMovesOf(order).map(({ at }) => hourOf(at).getTime()));
  return [...beginnings].sort((one, other) => one - other).map((beginning) => new Date(beginning));
}

/**
 * Returns the hours (UTC) that lie fully or partly in a span of time, each as the time at which it starts. The earliest comes
 * first.
 */
export function hoursOf({ from, before }: TimeSpan): readonly Date[] {
  const hours: Date[] = [];
  for (let hour = hourOf(from); hour < before; hour = new Date(hour.getTime() + HOUR_MS)) hours.push(hour);
  return hours;
}

function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}
