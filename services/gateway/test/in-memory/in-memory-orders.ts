import { isPaymentOf, type Tombstone } from '../../src/domain/archive/tombstone.ts';
import { attemptOpenedAs, attemptPaidBy } from '../../src/domain/order/made-at-channel.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { unloggedSince } from '../../src/domain/order/order-event.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { awaitedLanes, nextAttentionAt } from '../../src/domain/order/schedule.ts';
import { type AttentionFailure, type ParkedWork, planAttention } from '../../src/domain/parked-work.ts';
import {
  type ListedRefund,
  listedRefundsOf,
  type RefundFilter,
} from '../../src/domain/refund/listed-refunds.ts';
import { hasMoneyMoved, type OrderMoney } from '../../src/domain/settlement/money-moves.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { OrderArchived } from '../../src/ports/order-archived.ts';
import type {
  DueOrder,
  LeftOutLane,
  MoneySpan,
  OpenedOrder,
  OrderRepository,
  OrderSpan,
  OrderToAttend,
  OrderWithCases,
  WaitingPosition,
} from '../../src/ports/order-repository.ts';

/**
 * Stores orders in memory. It freezes them where a database would copy them, so code that changes a stored order in place
 * fails.
 */
export class InMemoryOrders implements OrderRepository {
  readonly #orders = new Map<string, PaymentOrder>();
  /** What remains of orders that were archived and removed. */
  readonly #tombstones = new Map<string, Tombstone>();
  /** Orders that could not be processed since they were last written, with the number of failures. */
  readonly #putOff = new Map<string, { readonly failures: number; readonly until: Date }>();
  readonly #parked = new Map<string, ParkedWork>();
  readonly #clock: Pick<Clock, 'realNow'> | undefined;

  /** @param clock the database's clock; without it, no write comes too late */
  constructor(clock?: Pick<Clock, 'realNow'>) {
    this.#clock = clock;
  }

  async insert(order: PaymentOrder): Promise<'inserted' | 'exists'> {
    if (this.#orders.has(order.orderId) || this.#tombstones.has(order.orderId)) return 'exists';
    this.#orders.set(order.orderId, frozen(order));
    return 'inserted';
  }

  /** All orders, in no particular sequence. */
  all(): readonly PaymentOrder[] {
    return [...this.#orders.values()];
  }

  tombstone(orderId: string): Tombstone | undefined {
    return this.#tombstones.get(orderId);
  }

  async replace({ orderId, version }: PaymentOrder, tombstone: Tombstone): Promise<'replaced' | 'changed'> {
    if (this.#orders.get(orderId)?.version !== version || this.#parked.has(orderId)) return 'changed';
    this.#orders.delete(orderId);
    this.#tombstones.set(orderId, frozen(tombstone));
    return 'replaced';
  }

  async find(orderId: string): Promise<PaymentOrder | undefined> {
    const tombstone = this.#tombstones.get(orderId);
    if (tombstone !== undefined) throw new OrderArchived(tombstone);
    return this.#orders.get(orderId);
  }

  async save(order: PaymentOrder, decidedOn: number, writeBy?: Date): Promise<'saved' | 'conflict'> {
    const isLate = writeBy !== undefined && this.#clock !== undefined && this.#clock.realNow() > writeBy;
    if (isLate) return 'conflict';
    if (this.#orders.get(order.orderId)?.version !== decidedOn) return 'conflict';
    this.#orders.set(order.orderId, frozen(order));
    this.#forgetFailures(order.orderId);
    return 'saved';
  }

  async forgetRelayedEvents(order: PaymentOrder, upToSequence: number): Promise<void> {
    const stored = this.#orders.get(order.orderId);
    if (stored === undefined || stored.version !== order.version) return;
    const outbox = stored.outbox.filter(({ sequence }) => sequence > upToSequence);
    this.#orders.set(order.orderId, { ...stored, outbox });
    this.#forgetFailures(order.orderId);
  }

  async unloggedSince(merchantId: string): Promise<Date | null> {
    const moments = [...this.#orders.values()]
      .filter((order) => order.merchantId === merchantId)
      .flatMap(({ outbox }) => unloggedSince(outbox) ?? []);
    return moments.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null);
  }

  async firstToAttend(): Promise<OrderToAttend | null> {
    const waiting = [...this.#orders.values()].flatMap((order) => {
      const at = this.#attentionAt(order);
      return at === null ? [] : { order, at };
    });
    return waiting.sort((left, right) => left.at.getTime() - right.at.getTime()).at(0) ?? null;
  }

  async findOpenedAt(channelId: string, merchantId: string | null): Promise<OpenedOrder | undefined> {
    const isOpenedThere = (order: PaymentOrder | Tombstone) =>
      (merchantId === null || order.merchantId === merchantId) &&
      order.attempts.some((attempt) => attempt.channelId === channelId && attempt.opening !== null);
    const [newest] = [...this.#orders.values()].filter(isOpenedThere).sort(newestFirst);
    return newest ?? [...this.#tombstones.values()].find(isOpenedThere);
  }

  async findByPayment(channelId: string, paymentReference: string): Promise<PaymentOrder | undefined> {
    const archived = [...this.#tombstones.values()].find((tombstone) =>
      isPaymentOf(tombstone, channelId, paymentReference),
    );
    if (archived !== undefined) throw new OrderArchived(archived);
    return [...this.#orders.values()].find(
      (order) => attemptPaidBy(order, channelId, paymentReference) !== undefined,
    );
  }

  async findByOpening(channelId: string, openingReference: string): Promise<PaymentOrder | undefined> {
    const isOpened = (order: PaymentOrder | Tombstone) =>
      attemptOpenedAs(order, channelId, openingReference) !== undefined;
    const archived = [...this.#tombstones.values()].find(isOpened);
    if (archived !== undefined) throw new OrderArchived(archived);
    return [...this.#orders.values()].find(isOpened);
  }

  async listDue(now: Date, limit: number, leftOut: readonly LeftOutLane[]): Promise<readonly DueOrder[]> {
    return [...this.#orders.values()]
      .map((order) => ({ order, at: this.#attentionAt(order) }))
      .filter((due): due is { order: PaymentOrder; at: Date } => due.at !== null && due.at <= now)
      .sort((left, right) => left.at.getTime() - right.at.getTime())
      .map(({ order }) => ({
        orderId: order.orderId,
        merchantId: order.merchantId,
        channelIds: awaitedLanes(order)
          .filter(({ at }) => at <= now)
          .map(({ channelId }) => channelId)
          .filter((channelId) => !isLeftOut(leftOut, channelId, order)),
      }))
      .filter(({ channelIds }) => channelIds.length > 0)
      .slice(0, limit);
  }

  async putOff(orderId: string, failure: AttentionFailure, now: Date): Promise<ParkedWork | null> {
    const order = this.#orders.get(orderId);
    const at = order && this.#attentionAt(order);
    if (order === undefined) return null;
    const isParkable = !this.#parked.has(orderId) && order.outbox.length === 0;
    const isWaiting = failure.kind === 'no_room' ? isParkable : !!at && at <= now;
    if (!isWaiting) return null;
    const plan = planAttention(this.#putOff.get(orderId)?.failures ?? 0, failure, now);
    if (plan.kind === 'try_again') {
      this.#putOff.set(orderId, { failures: plan.failures, until: plan.at });
      return null;
    }
    this.#parked.set(orderId, plan.parked);
    return plan.parked;
  }

  async listWithCases(after: WaitingPosition | null, limit: number): Promise<readonly OrderWithCases[]> {
    return [...this.#orders.values()]
      .flatMap((order) => {
        const parked = this.#parked.get(order.orderId) ?? null;
        const oldest = openCases(order).reduce<Date | null>(
          (first, { since }) => (first === null || since < first ? since : first),
          null,
        );
        const since = parked?.since ?? oldest;
        return since === null ? [] : { since, order, parked, id: order.orderId };
      })
      .filter((waiting) => after === null || byWaiting(waiting, after) > 0)
      .sort(byWaiting)
      .slice(0, limit)
      .map(({ since, order, parked }) => ({ since, order, parked }));
  }

  async findParked(orderId: string): Promise<ParkedWork | null> {
    return this.#parked.get(orderId) ?? null;
  }

  async resume(orderId: string, now: Date): Promise<'resumed' | 'not_parked'> {
    if (!this.#parked.delete(orderId)) return 'not_parked';
    this.#putOff.delete(orderId);
    const order = this.#orders.get(orderId);
    const at = order && nextAttentionAt(order);
    if (at && at < now) this.#putOff.set(orderId, { failures: 0, until: now });
    return 'resumed';
  }

  /** Once an order has changed, earlier failures to process it no longer count. */
  #forgetFailures(orderId: string): void {
    this.#putOff.delete(orderId);
    this.#parked.delete(orderId);
  }

  async listOfMerchant(merchantId: string, span: OrderSpan, limit: number): Promise<readonly PaymentOrder[]> {
    const { from, before, state, after } = span;
    return [...this.#orders.values()]
      .filter((order) => order.merchantId === merchantId && (state === null || order.state === state))
      .filter(({ createdAt }) => from === null || createdAt >= from)
      .filter(({ createdAt }) => before === null || createdAt < before)
      .filter((order) => after === null || newestFirst(order, after) > 0)
      .sort(newestFirst)
      .slice(0, limit);
  }

  async listRefundsOf(
    merchantId: string,
    filter: RefundFilter,
    limit: number,
  ): Promise<readonly ListedRefund[]> {
    const orders = [...this.#orders.values()].filter((order) => order.merchantId === merchantId);
    return listedRefundsOf(orders, filter).slice(0, limit);
  }

  async *withMoneyMoved(span: MoneySpan): AsyncGenerator<OrderMoney> {
    for (const order of [...this.#orders.values(), ...this.#tombstones.values()]) {
      const isAsked = span.merchantId === null || order.merchantId === span.merchantId;
      if (isAsked && hasMoneyMoved(order, span)) yield moneyOf(order);
    }
  }

  #attentionAt(order: PaymentOrder): Date | null {
    if (this.#parked.has(order.orderId)) return null;
    return this.#putOff.get(order.orderId)?.until ?? nextAttentionAt(order);
  }
}

function isLeftOut(leftOut: readonly LeftOutLane[], channelId: string | null, { merchantId }: PaymentOrder) {
  return leftOut.some(
    (lane) => lane.channelId === channelId && (lane.merchantId === null || lane.merchantId === merchantId),
  );
}

/** Freezes a value with all its parts. A part that is already frozen was stored before, so its own parts are frozen too. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}

function moneyOf(order: OrderMoney): OrderMoney {
  const {
    orderId,
    merchantId,
    merchantTransactionId,
    amount,
    attempts,
    refunds,
    dispute,
    wonDisputes,
    lostDisputes,
  } = order;
  return {
    orderId,
    merchantId,
    merchantTransactionId,
    amount,
    attempts,
    refunds,
    dispute,
    wonDisputes,
    lostDisputes,
  };
}

type Listed = Pick<PaymentOrder, 'createdAt' | 'orderId'>;

function newestFirst(left: Listed, right: Listed): number {
  const apartMs = right.createdAt.getTime() - left.createdAt.getTime();
  if (apartMs !== 0) return apartMs;
  return left.orderId > right.orderId ? -1 : Number(left.orderId < right.orderId);
}

/** As the database sorts what waits. */
export function byWaiting(left: WaitingPosition, right: WaitingPosition): number {
  const apartMs = left.since.getTime() - right.since.getTime();
  if (apartMs !== 0) return apartMs;
  return left.id < right.id ? -1 : Number(left.id > right.id);
}
