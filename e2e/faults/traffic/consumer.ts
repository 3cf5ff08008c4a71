import { setTimeout as delay } from 'node:timers/promises';
import type { GatewayInstance } from '../instance/gateway-instance.ts';
import type { World } from '../world.ts';
import type { CreatedOrder } from './merchant.ts';

const SESSION_HEADER = 'X-Session-Signature';
const paidStates = new Set(['PAY_SUCCESS', 'PARTIAL_REFUND', 'REFUNDED', 'IN_DISPUTE']);

/** How a consumer pays: with which cards or on which page, and whether the consumer first starts another payment method. */
export type WayToPay =
  | { readonly kind: 'card'; readonly numbers: readonly string[] }
  | { readonly kind: 'card_with_challenge' }
  | { readonly kind: 'wallet' }
  /**
   * The consumer opens the card form, but then pays with the wallet. So the gateway must cancel the attempt by card at its
   * channel.
   */
  | { readonly kind: 'wallet_after_card_form' };

export const cards = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  challenge: '4000000000003220',
  disputed: '4000000000000259',
  refundFails: '4000000000005126',
  timesOut: '4000000000000119',
} as const;

type Answer = { readonly status: number; readonly data: Readonly<Record<string, unknown>> | null };

/** A consumer's browser that pays one order. It retries unanswered calls, presses buttons, and gives up after a while. */
export class Consumer {
  readonly #world: World;
  readonly #order: CreatedOrder;

  constructor(world: World, order: CreatedOrder) {
    this.#world = world;
    this.#order = order;
  }

  /**
   * Tries to pay the order until the order is paid or closed, or until the consumer gives up. Returns whether the consumer saw
   * that the order was paid.
   */
  async pay(way: WayToPay, patienceMs: number, isOver: () => boolean = () => false): Promise<boolean> {
    const deadline = Date.now() + patienceMs;
    const numbers = way.kind === 'card' ? [...way.numbers] : [cards.challenge];
    const pages = new Set<string>();
    let isFirstForm = way.kind === 'wallet_after_card_form';
    while (Date.now() < deadline && !isOver()) {
      const state = await this.state();
      if (state !== undefined && paidStates.has(state)) return true;
      if (state === 'CLOSE') return false;
      if (state === 'PAYING') {
        for (const page of pages) await this.press(page);
        await delay(100);
      } else if (state === 'INIT' || state === 'PAY_FAIL') {
        if (isFirstForm) {
          isFirstForm = (await this.init('card')) === undefined;
          continue;
        }
        const method = way.kind.startsWith('wallet') ? 'sandbox_wallet' : 'card';
        const number = numbers.length > 1 && state === 'INIT' ? numbers[0] : numbers.at(-1);
        if ((await this.init(method)) === undefined) continue;
        const page = await this.submit(method === 'card' ? number : undefined);
        if (page !== undefined) pages.add(page);
      } else {
        await delay(50);
      }
    }
    return false;
  }

  /** @param waitSeconds how long the gateway may wait for a change of the order before it answers */
  async state(waitSeconds = 0): Promise<string | undefined> {
    const path = `/api/web/payment/status?orderId=${this.#order.orderId}&wait=${waitSeconds}`;
    const answer = await this.#call('GET', path);
    return answer?.status === 200 ? String(answer.data?.state) : undefined;
  }

  /** Opens a payment attempt. Returns undefined if the call was refused or not answered. */
  async init(method: string, instance?: GatewayInstance): Promise<Answer | undefined> {
    const body = { orderId: this.#order.orderId, paymentMethodCode: method };
    const answer = await this.#call('POST', '/api/web/checkout/init', body, instance);
    return answer?.status === 200 ? answer : undefined;
  }

  /** Submits the payment attempt. Returns the page on which the consumer must continue, if there is one. */
  async submit(cardNumber: string | undefined, instance?: GatewayInstance): Promise<string | undefined> {
    const answer = await this.#call(
      'POST',
      '/api/web/payment/submit',
      {
        orderId: this.#order.orderId,
        terminal: { type: 'PC', userAgent: 'fault harness' },
        ...(cardNumber !== undefined && {
          card: { number: cardNumber, expMonth: 12, expYear: 2090, cvc: '737' },
        }),
      },
      instance,
    );
    const page = answer?.data?.paymentUrl;
    return typeof page === 'string' && page !== '' ? page : undefined;
  }

  /** Confirms the payment on the processor's page, as the consumer would with a button. */
  async press(page: string): Promise<void> {
    const decision = new URL(page).pathname.startsWith('/3ds/') ? 'approve' : 'pay';
    try {
      const answer = await fetch(page, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ decision }).toString(),
      });
      await answer.arrayBuffer();
    } catch {
      // The processor's page fails while the database is down, because the processor and the gateway use the same database
      // server. Ignore the error: the consumer presses the button again later.
    }
  }

  async #call(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    preferred?: GatewayInstance,
  ): Promise<Answer | undefined> {
    const instance = preferred?.isServing ? preferred : await this.#world.servingInstance();
    try {
      const response = await this.#world.recorder.fetchFrom(instance)(`${instance.checkoutUrl}${path}`, {
        method,
        headers: { [SESSION_HEADER]: this.#order.session, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { data } = (await response.json()) as { data: Answer['data'] };
      return { status: response.status, data };
    } catch {
      await delay(50);
      return undefined;
    }
  }
}
