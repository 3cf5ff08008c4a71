import type { WebhookEvent } from '@kassa/sdk-node';
import { minorFromText } from './money.ts';

/** An order as the shop knows it. */
export interface ShopOrder {
  /** The shop's own order number. At Kassa it is the `merchant_transaction_id`. */
  readonly number: string;
  readonly title: string;
  readonly quantity: number;
  readonly amountMinor: number;
  readonly createdAt: string;
  /** Null until Kassa answers. */
  readonly payUrl: string | null;
  /** The order's state in the latest verified event; null before the first event. */
  readonly state: WebhookEvent['data']['state'] | null;
  /** The `sequence` of the latest event. An older event that arrives later must not change the state back. */
  readonly sequence: number;
  readonly refunds: readonly ShopRefund[];
  /**
   * What Kassa answered to the latest query about the order; absent before the first one. The shop must query, because no event
   * reports that an unpaid order has expired.
   */
  readonly validity?: OrderValidity;
}

export interface OrderValidity {
  readonly isClosed: boolean;
  readonly expiresAt: string;
}

export interface ShopRefund {
  /** The shop's own refund number. At Kassa it is the `transaction_id`. */
  readonly number: string;
  readonly amountMinor: number;
  readonly state: 'pending' | 'made' | 'failed';
}

/** An event with a valid signature. */
export interface VerifiedEvent {
  readonly event: WebhookEvent;
  readonly receivedAt: string;
}

export interface OrderBookContent {
  /** Newest first. */
  readonly orders: readonly ShopOrder[];
  /** Newest first. */
  readonly events: readonly VerifiedEvent[];
}

const MAX_ORDERS = 100;
const MAX_EVENTS = 200;

/** The shop's orders and the events that it received about them. Only events decide what happened to the money. */
export class OrderBook {
  #content: OrderBookContent;
  readonly #save: (content: OrderBookContent) => void;

  /** @param save stores the content; called before a change takes effect */
  constructor(content: OrderBookContent, save: (content: OrderBookContent) => void) {
    this.#content = content;
    this.#save = save;
  }

  get orders(): readonly ShopOrder[] {
    return this.#content.orders;
  }

  get events(): readonly VerifiedEvent[] {
    return this.#content.events;
  }

  find(number: string): ShopOrder | undefined {
    return this.orders.find((order) => order.number === number);
  }

  eventsOf(number: string): readonly VerifiedEvent[] {
    return this.events.filter(({ event }) => event.data.merchant_transaction_id === number);
  }

  add(order: ShopOrder): void {
    this.#change({ orders: [order, ...this.orders].slice(0, MAX_ORDERS) });
  }

  setPayUrl(number: string, payUrl: string): void {
    this.#replace(number, (order) => ({ ...order, payUrl }));
  }

  setValidity(number: string, validity: OrderValidity): void {
    const known = this.find(number)?.validity;
    if (known?.isClosed === validity.isClosed && known.expiresAt === validity.expiresAt) return;
    this.#replace(number, (order) => ({ ...order, validity }));
  }

  addRefund(number: string, refund: ShopRefund): void {
    this.#replace(number, (order) => ({ ...order, refunds: [...order.refunds, refund] }));
  }

  /** Removes a refund that Kassa refused. No event will report on such a refund. */
  removeRefund(number: string, refundNumber: string): void {
    this.#replace(number, (order) => ({
      ...order,
      refunds: order.refunds.filter((refund) => refund.number !== refundNumber),
    }));
  }

  /**
   * Adds a verified event. Returns false if the book already contains the event, which happens when the gateway delivers it
   * again.
   */
  record(verified: VerifiedEvent): boolean {
    const { event } = verified;
    if (this.events.some((earlier) => earlier.event.event_id === event.event_id)) return false;
    this.#change({
      orders: this.orders.map((order) =>
        order.number === event.data.merchant_transaction_id ? afterEvent(order, event) : order,
      ),
      events: [verified, ...this.events].slice(0, MAX_EVENTS),
    });
    return true;
  }

  #replace(number: string, change: (order: ShopOrder) => ShopOrder): void {
    this.#change({ orders: this.orders.map((order) => (order.number === number ? change(order) : order)) });
  }

  #change(part: Partial<OrderBookContent>): void {
    const content = { ...this.#content, ...part };
    this.#save(content);
    this.#content = content;
  }
}

/** Whether the consumer can still pay the order at the cashier, as far as the shop knows. */
export function isOpen(order: ShopOrder): boolean {
  const { validity } = order;
  return (
    isUnpaid(order) && !validity?.isClosed && !(validity && Date.parse(validity.expiresAt) <= Date.now())
  );
}

export function isUnpaid({ state }: ShopOrder): boolean {
  return state === null || state === 'INIT' || state === 'PAYING' || state === 'PAY_FAIL';
}

/** The part of the amount that is neither refunded nor in a pending refund. */
export function refundableMinor({ amountMinor, refunds }: ShopOrder): number {
  const taken = refunds.filter(({ state }) => state !== 'failed');
  return amountMinor - taken.reduce((sum, refund) => sum + refund.amountMinor, 0);
}

function afterEvent(order: ShopOrder, event: WebhookEvent): ShopOrder {
  const refunds = afterRefundEvent(order.refunds, event);
  const { state, sequence } = event.data;
  return sequence > order.sequence ? { ...order, state, sequence, refunds } : { ...order, refunds };
}

function afterRefundEvent(refunds: readonly ShopRefund[], event: WebhookEvent): readonly ShopRefund[] {
  if (event.event_type !== 'order.refund.succeeded' && event.event_type !== 'order.refund.failed') {
    return refunds;
  }
  const { transaction_id: number, amount } = event.data.refund;
  const state = event.event_type === 'order.refund.succeeded' ? 'made' : 'failed';
  const refund: ShopRefund = { number, amountMinor: minorFromText(String(amount)) ?? 0, state };
  return [...refunds.filter((earlier) => earlier.number !== number), refund];
}
