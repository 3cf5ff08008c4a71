import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type ErrorInfo,
  type ErrorName,
  type EventType,
  errorTable,
  generateWebhookSecret,
  isChargeable,
  type SignedBody,
  SUCCESS_CODE,
  signatureHeaders,
} from '@kassa/contracts';
import type { LoggedEvent } from '../resources/event-pages.ts';
import { invalid, Refusal, refuse } from './refusal.ts';
import { pageOf, readMoney, readRefundAmount, requiredText } from './request-reading.ts';
import { RequestVerifier } from './request-verifier.ts';
import { type SignedTestEvent, signTestEvent } from './sign-test-event.ts';
import { listOrders, listRefunds } from './test-lists.ts';
import { type Emission, TestOrder, type TestRefund } from './test-order.ts';
import { reportSettlement } from './test-settlement.ts';

/** Options of an in-memory gateway. */
export interface TestGatewayOptions {
  /** The address that the client under test uses; the default is `http://localhost:10020`. */
  readonly baseUrl?: string | undefined;
  /**
   * The merchant's public key, as PEM or KeyObject. If it is given, the test gateway verifies signatures as the gateway does.
   */
  readonly publicKey?: string | KeyObject | undefined;
  /** The `whsec_…` secret that signs events; the default is a new secret. */
  readonly webhookSecret?: string | undefined;
}

/** An answered request. */
export interface SeenRequest {
  readonly method: string;
  /** The path without the query, such as `/api/merchant/payment/create`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Null if there was no body. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

/**
 * Stands in for a Kassa gateway in a merchant's own tests, in the same process and without a network. It keeps orders and
 * refunds and changes their states by the contract's own table. It answers about amounts, states and duplicates as the gateway
 * does, but does not check the format of every member; the sandbox does.
 *
 * Give its `fetch` to the client, or its handlers to msw (`@kassa/sdk-node/msw`). Each action of a consumer or a channel is a
 * method that returns the signed event, ready to post to a webhook handler.
 */
export class TestGateway {
  readonly baseUrl: string;
  readonly webhookSecret: string;
  /** The requests so far, oldest first. */
  readonly requests: SeenRequest[] = [];
  readonly #verifier: RequestVerifier;
  readonly #orders: TestOrder[] = [];
  readonly #events: LoggedEvent[] = [];
  #next: ('lost_answer' | Refusal)[] = [];

  constructor(options: TestGatewayOptions = {}) {
    this.baseUrl = new URL(options.baseUrl ?? 'http://localhost:10020').origin;
    this.webhookSecret = options.webhookSecret ?? generateWebhookSecret();
    const key = options.publicKey;
    this.#verifier = new RequestVerifier(typeof key === 'string' ? createPublicKey(key) : key);
  }

  /** Answers requests instead of the network. Pass it to the client: `new Kassa({ fetch: gateway.fetch, … })`. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    this.answer(new Request(input, init));

  /**
   * Makes the next request fail with this error. If it is called several times, that many requests fail, each with its own
   * error, in the order of the calls.
   */
  refuseNext(code: ErrorName, info: Partial<ErrorInfo> = {}): void {
    this.#next.push(new Refusal(code, info));
  }

  /** Processes the next request, but breaks the connection before the client gets the answer. */
  loseNextAnswer(): void {
    this.#next.push('lost_answer');
  }

  /**
   * Lets the consumer pay the order.
   *
   * @param reference `order_id`, or the merchant's ID
   */
  pay(reference: string): SignedTestEvent<'order.payment.succeeded'> {
    const order = this.#begun(reference);
    return this.#emit(order.pay());
  }

  /** Lets the consumer submit a payment. The channel does not decide it until the test lets it succeed or fail. */
  startPayment(reference: string): SignedTestEvent<'order.payment.processing'> {
    return this.#emit(this.#known(reference).startPayment());
  }

  /** Lets a payment fail. The consumer may try again. */
  failPayment(
    reference: string,
    failure = { code: 'insufficient_funds', message: 'The card has insufficient funds.' },
  ): SignedTestEvent<'order.payment.failed'> {
    const order = this.#begun(reference);
    return this.#emit(order.failPayment(failure));
  }

  /** Lets an unpaid order expire. No event is sent. */
  expire(reference: string): void {
    this.#known(reference).expire();
  }

  /**
   * Lets the channel complete a refund: the consumer gets the money back.
   *
   * @param transactionId the merchant's ID of the refund
   */
  completeRefund(transactionId: string): SignedTestEvent<'order.refund.succeeded'> {
    const { order, refund } = this.#knownRefund(transactionId);
    return this.#emit(order.endRefund(refund, null));
  }

  /** The channel refuses a refund. */
  failRefund(
    transactionId: string,
    error = { code: 'refund_refused', message: 'The channel refused the refund.' },
  ): SignedTestEvent<'order.refund.failed'> {
    const { order, refund } = this.#knownRefund(transactionId);
    return this.#emit(order.endRefund(refund, error));
  }

  /** The consumer disputes the payment. */
  openDispute(reference: string): SignedTestEvent<'order.dispute.opened'> {
    return this.#emit(this.#known(reference).openDispute());
  }

  /** The merchant wins the dispute. */
  winDispute(reference: string): SignedTestEvent<'order.dispute.won'> {
    return this.#emit(this.#known(reference).resolveDispute('won'));
  }

  /** Lets the merchant lose the dispute. The consumer gets the money back. */
  loseDispute(reference: string): SignedTestEvent<'order.dispute.lost'> {
    return this.#emit(this.#known(reference).resolveDispute('lost'));
  }

  /** Answers one request, as a server would. The promise rejects if the connection breaks. */
  async answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const requestId = `req_${randomUUID()}`;
    const bytes = Buffer.from(await request.arrayBuffer());
    try {
      const scripted = this.#next.shift();
      const body = this.#verifier.verify(request, url, bytes);
      this.requests.push({
        method: request.method,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        body: body?.value ?? null,
      });
      if (scripted instanceof Refusal) throw scripted;
      const data = this.#route(request, url, body);
      if (scripted === 'lost_answer') throw new TypeError('fetch failed', { cause: connectionReset() });
      if (typeof data === 'string') {
        const headers = {
          'x-request-id': requestId,
          'content-type': 'text/csv; charset=utf-8; header=present',
        };
        return new Response(data, { headers });
      }
      const envelope = { code: SUCCESS_CODE, msg: 'success', data };
      return Response.json(envelope, { headers: { 'x-request-id': requestId } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, httpStatus, meaning, retryable } = errorTable[error.code];
      const info = { detail: meaning, retryable, request_id: requestId, ...error.info };
      const envelope = { code, msg: error.code, data: null, error: info };
      return Response.json(envelope, { status: httpStatus, headers: { 'x-request-id': requestId } });
    }
  }

  /** Returns what the answer contains: its data, or the content of a file. */
  #route(
    { method, headers }: Request,
    { pathname, searchParams }: URL,
    body: SignedBody | undefined,
  ): object | string {
    const last = decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1));
    switch (`${method} ${pathname}`) {
      case 'POST /api/merchant/payment/create':
        return this.#create(body);
      case 'POST /api/merchant/payment/refund':
        return this.#refund(body);
      case 'GET /api/merchant/order/list':
        return listOrders(this.#orders, searchParams);
      case 'GET /api/merchant/order/refund/list':
        return listRefunds(this.#orders, searchParams);
      case 'GET /api/merchant/report/settlement':
        return reportSettlement(
          headers.get(signatureHeaders.merchantId) ?? '',
          searchParams,
          this.#orders.flatMap((order) => order.moves),
        );
      case 'GET /api/merchant/event/list':
        return this.#listEvents(searchParams);
      case 'POST /api/merchant/event/resend':
        return this.#resend(body);
      case 'POST /api/merchant/sandbox/trigger':
        return this.#trigger(body);
      case `GET /api/merchant/order/payment/query/${encodeURIComponent(last)}`:
        return (this.#find(last) ?? refuse('ORDER_NOT_FOUND')).present();
      case `GET /api/merchant/order/refund/query/${encodeURIComponent(last)}`: {
        const found = this.#findRefund(last) ?? refuse('REFUND_NOT_FOUND');
        return found.order.presentRefund(found.refund);
      }
      default:
        return refuse('NOT_FOUND');
    }
  }

  #create(body: SignedBody | undefined): object {
    const { value, money } = readMoney(body);
    if (!isChargeable(money.currency)) throw new Refusal('UNSUPPORTED_CURRENCY');
    const number = requiredText(value, 'merchant_transaction_id');
    requiredText(value, 'redirect_url');
    const before = this.#orders.find((order) => order.number === number);
    if (before !== undefined && !isDeepStrictEqual(before.body, value))
      throw new Refusal('DUPLICATE_TRANSACTION');
    const order = before ?? new TestOrder(this.baseUrl, value, money);
    if (before === undefined) this.#orders.push(order);
    const cashier = `${this.baseUrl}/checkout/${order.orderId}`;
    return { order_id: order.orderId, pay_url: `${cashier}#session=${order.orderId}` };
  }

  #refund(body: SignedBody | undefined): object {
    const { value, money } = readRefundAmount(body);
    const transactionId = requiredText(value, 'transaction_id');
    const before = this.#findRefund(transactionId);
    if (before !== undefined) {
      if (!isDeepStrictEqual(before.refund.body, value)) throw new Refusal('DUPLICATE_REFUND');
      return before.order.presentRefundResult(before.refund);
    }
    const original = requiredText(value, 'original_transaction_id');
    const order = this.#orders.find(({ number }) => number === original) ?? refuse('ORDER_NOT_FOUND');
    if (money.currency !== order.money.currency) throw new Refusal('CURRENCY_MISMATCH');
    if (order.state === 'IN_DISPUTE') throw new Refusal('ORDER_IN_DISPUTE');
    if (order.state !== 'PAY_SUCCESS' && order.state !== 'PARTIAL_REFUND')
      throw new Refusal('ORDER_NOT_REFUNDABLE');
    const amountMinor = money.amountMinor ?? order.refundableMinor;
    if (amountMinor > order.refundableMinor || amountMinor === 0) throw new Refusal('REFUND_EXCEEDS_AMOUNT');
    const refund: TestRefund = {
      transactionId,
      amountMinor,
      body: value,
      createdAt: new Date().toISOString(),
      state: 'PROCESSING',
      error: null,
      completedAt: null,
    };
    order.refunds.push(refund);
    return order.presentRefundResult(refund);
  }

  #listEvents(query: URLSearchParams): object {
    const since = Date.parse(query.get('since') ?? '');
    const type = query.get('event_type');
    const { page, next } = pageOf(
      this.#events,
      query,
      ({ event }) => event.event_id,
      ({ event, logged_at }) => {
        return (type === null || event.event_type === type) && !(Date.parse(logged_at) < since);
      },
    );
    // In the test gateway, no event enters the log late. So the end of the list is a safe position from which to resume.
    const resume_after = page.at(-1)?.event.event_id ?? query.get('after');
    return { events: page, next, resume_after };
  }

  #resend(body: SignedBody | undefined): object {
    const ids = body?.value.event_ids;
    if (!Array.isArray(ids)) {
      const since = Date.parse(String(body?.value.since));
      const until = Date.parse(String(body?.value.until));
      const span = this.#events.map(({ logged_at }) => Date.parse(logged_at));
      return { resent: span.filter((at) => at >= since && at < until).length, next: null };
    }
    const known = new Set(this.#events.map(({ event }) => event.event_id));
    const fields = ids.flatMap((id, index) =>
      known.has(String(id)) ? [] : [{ path: `event_ids[${index}]`, message: `${String(id)} is not known` }],
    );
    if (fields.length > 0) throw new Refusal('EVENT_NOT_FOUND', { fields });
    return { resent: ids.length, next: null };
  }

  #trigger(body: SignedBody | undefined): object {
    const what = String(body?.value.what);
    const order = this.#find(String(body?.value.order_id)) ?? refuse('ORDER_NOT_FOUND');
    const { orderId, state } = order;
    const refund = order.refunds.find((each) => each.state === 'PROCESSING')?.transactionId ?? '';
    const triggers: Readonly<Record<string, () => unknown>> = {
      payment_succeeded: () => this.pay(orderId),
      payment_failed: () => this.failPayment(orderId),
      refund_succeeded: () => this.completeRefund(refund),
      refund_failed: () => this.failRefund(refund),
      dispute_opened: () => this.openDispute(orderId),
      dispute_won: () => this.winDispute(orderId),
      dispute_lost: () => this.loseDispute(orderId),
    };
    const trigger = triggers[what];
    if (trigger === undefined) throw invalid('what', 'is not known to the TestGateway');
    trigger();
    return { order_id: orderId, what, state };
  }

  #find(reference: string): TestOrder | undefined {
    return this.#orders.find(({ orderId, number }) => orderId === reference || number === reference);
  }

  #known(reference: string): TestOrder {
    const order = this.#find(reference);
    if (order === undefined) throw new Error(`The test gateway has no order ${reference}.`);
    return order;
  }

  /** The order, with a payment in progress. */
  #begun(reference: string): TestOrder {
    const order = this.#known(reference);
    if (order.state !== 'PAYING') this.#emit(order.startPayment());
    return order;
  }

  #findRefund(transactionId: string): { order: TestOrder; refund: TestRefund } | undefined {
    for (const order of this.#orders) {
      const refund = order.refunds.find((each) => each.transactionId === transactionId);
      if (refund !== undefined) return { order, refund };
    }
    return undefined;
  }

  #knownRefund(transactionId: string): { order: TestOrder; refund: TestRefund } {
    const found = this.#findRefund(transactionId);
    if (found === undefined) throw new Error(`The test gateway has no refund ${transactionId}.`);
    return found;
  }

  /** Signs the event of a state transition, and adds it to the event log. */
  #emit<Type extends EventType>(emission: Emission): SignedTestEvent<Type> {
    if (emission === undefined) throw new Error('This transition emits no event.');
    const { type, data } = emission;
    // The caller knows the event's type from the transition; the compiler cannot, because the type is read at run time.
    const signed = signTestEvent({
      secret: this.webhookSecret,
      event_type: type,
      event_id: `evt_${data.order_id.slice('ord_'.length)}_${data.sequence}`,
      data,
    }) as unknown as SignedTestEvent<Type>;
    this.#events.push({
      event: signed.event as LoggedEvent['event'],
      logged_at: signed.event.created_at,
      delivery_state: 'pending',
      deliveries: [],
      next_try_at: signed.event.created_at,
    });
    return signed;
  }
}

function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}
