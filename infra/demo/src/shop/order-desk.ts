import { randomBytes } from 'node:crypto';
import { type Kassa, KassaError } from '@kassa/sdk-node';
import { CURRENCY, decimalText } from './money.ts';
import { isOpen, type OrderBook, type ShopOrder } from './order-book.ts';
import { product } from './product.ts';

/**
 * Maximum number of orders about which the shop asks Kassa before it shows a page. The limit keeps the page from waiting for a
 * hundred answers; the shop asks about the newest orders.
 */
const MOST_ASKED_ABOUT = 20;

/** Sells and refunds through Kassa. */
export class OrderDesk {
  readonly #kassa: Kassa;
  readonly #book: OrderBook;
  readonly #shopUrl: string;

  constructor(kassa: Kassa, book: OrderBook, shopUrl: string) {
    this.#kassa = kassa;
    this.#book = book;
    this.#shopUrl = shopUrl;
  }

  /**
   * Creates the order at Kassa. Returns its number and the address at which the consumer pays.
   *
   * @throws {KassaError}
   */
  async sell(quantity: number): Promise<{ readonly number: string; readonly payUrl: string }> {
    const number = newOrderNumber();
    const amountMinor = product.priceMinor * quantity;
    // Store the order before calling Kassa, so that no event can arrive about an order that the shop does not know.
    this.#book.add({
      number,
      title: product.name,
      quantity,
      amountMinor,
      createdAt: new Date().toISOString(),
      payUrl: null,
      state: null,
      sequence: 0,
      refunds: [],
    });
    const { pay_url } = await this.#kassa.payments.create({
      merchant_transaction_id: number,
      amount: decimalText(amountMinor),
      currency_code: CURRENCY,
      description: `${quantity} × ${product.name}`,
      redirect_url: `${this.#shopUrl}/thank-you?order=${number}`,
      cancel_url: `${this.#shopUrl}/cancelled?order=${number}`,
      products: [
        { product_id: product.id, name: product.name, price: decimalText(product.priceMinor), quantity },
      ],
      customer: { full_name: 'Ann Example' },
    });
    this.#book.setPayUrl(number, pay_url);
    return { number, payUrl: pay_url };
  }

  /**
   * Asks Kassa which of the unpaid orders have expired. The shop has to ask, because no event reports an expiry, and only
   * Kassa's clock decides it. If an order cannot be queried, it stays unchanged.
   */
  async lookAtOpenOrders(): Promise<void> {
    const open = this.#book.orders.filter((order) => order.payUrl !== null && isOpen(order));
    await Promise.all(
      open.slice(0, MOST_ASKED_ABOUT).map(async ({ number }) => {
        try {
          const { state, expires_at: expiresAt } = await this.#kassa.payments.retrieve(number);
          this.#book.setValidity(number, { isClosed: state === 'CLOSE', expiresAt });
        } catch (error) {
          if (!(error instanceof KassaError)) throw error;
        }
      }),
    );
  }

  /**
   * Asks Kassa for a refund. The refund's result comes later, as an event.
   *
   * @throws {KassaError}
   */
  async refund(order: ShopOrder, amountMinor: number): Promise<void> {
    const number = `${order.number}-r${order.refunds.length + 1}`;
    this.#book.addRefund(order.number, { number, amountMinor, state: 'pending' });
    try {
      await this.#kassa.refunds.create({
        transaction_id: number,
        original_transaction_id: order.number,
        currency_code: CURRENCY,
        amount: decimalText(amountMinor),
        reason: 'returned goods',
      });
    } catch (error) {
      // If the error does not say whether the refund was made, the refund stays pending in the order book. If it was made, an
      // event will report it.
      const wasRefused = error instanceof KassaError && !error.outcomeUnknown;
      if (wasRefused) this.#book.removeRefund(order.number, number);
      throw error;
    }
  }
}

/** An order number such as `shop-20261121-4f9c1a`. People can read it on a bank statement, but nobody can guess it. */
function newOrderNumber(): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  return `shop-${day}-${randomBytes(4).toString('hex')}`;
}
