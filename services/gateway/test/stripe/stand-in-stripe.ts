import type { IncomingMessage, ServerResponse } from 'node:http';
import Stripe from 'stripe';
import type { RawCallback } from '../../src/ports/channel-callback.ts';
import { LoopbackServer } from '../support/loopback-server.ts';
import { SimulatedStripeApi } from './simulated-stripe-api.ts';
import type { Answer } from './stripe-answers.ts';

/** What happens to the next call instead of a normal answer. */
export type Disturbance =
  /** This one is answered. */
  | { readonly kind: 'none' }
  | { readonly kind: 'answer'; readonly status: number; readonly error: object }
  | { readonly kind: 'break' }
  /** The answer begins, and does not end. */
  | { readonly kind: 'stall' }
  /** It is done, and the answer waits. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }
  /**
   * It is done only later, as with a card's issuer that takes its time. Meanwhile the payment is locked ("Error codes":
   * `lock_timeout`).
   */
  | { readonly kind: 'slow_issuer'; readonly until: Promise<void> }
  /** It is done, and the answer is lost. */
  | { readonly kind: 'lose_answer' };

/**
 * Stands in for Stripe over real HTTP, with the calls that the gateway makes, and disturbs calls on request. It does not check
 * the format of the calls; the tests with stripe-mock do.
 */
export class StandInStripe extends SimulatedStripeApi {
  readonly callbackSecret = 'whsec_of_the_tests';
  #server!: LoopbackServer;
  readonly #answers = new Map<string, Answer>();
  #disturbances: Disturbance[] = [];
  #openingDisturbances: Disturbance[] = [];
  #bookDisturbances: Disturbance[] = [];
  #checkDisturbances: Disturbance[] = [];
  /** Keys that Stripe does not know. Every call with one of them is refused. */
  readonly unknownKeys = new Set<string>();
  /** Calls for which the key lacks the permission, such as `GET /v1/disputes` ("Restricted API keys"). */
  readonly forbidden = new Set<string>();
  /** Keys of another account, with which the payments of this account are not found. */
  readonly strangersKeys = new Set<string>();
  /** The method and path of each call, with its idempotency key. */
  readonly calls: { readonly call: string; readonly key: string | undefined }[] = [];

  static async start(): Promise<StandInStripe> {
    const standIn = new StandInStripe();
    standIn.#server = await LoopbackServer.start(
      (request, response) => void standIn.#serve(request, response),
    );
    return standIn;
  }

  get url(): string {
    return this.#server.url;
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  disturbNext(...disturbances: readonly Disturbance[]): void {
    this.#disturbances = [...disturbances];
  }

  /**
   * Disturbs the next calls that read the books, and no other calls. Other disturbances do not apply to such calls, because a
   * gateway may read the books at any time.
   */
  disturbNextBooks(...disturbances: readonly Disturbance[]): void {
    this.#bookDisturbances = [...disturbances];
  }

  /** Disturbs the next calls that open a payment. Other calls in between are not disturbed. */
  disturbNextOpenings(...disturbances: readonly Disturbance[]): void {
    this.#openingDisturbances = [...disturbances];
  }

  /**
   * Disturbs the next calls that only a check of the account makes. Other calls in between are not disturbed, because a gateway
   * may ask about a payment at any time.
   */
  disturbNextChecks(...disturbances: readonly Disturbance[]): void {
    this.#checkDisturbances = [...disturbances];
  }

  signed(text: string, timestamp = Math.floor(Date.now() / 1000)): RawCallback {
    const header = Stripe.webhooks.generateTestHeaderString({
      payload: text,
      secret: this.callbackSecret,
      timestamp,
    });
    return { headers: { 'stripe-signature': header }, body: Buffer.from(text), receivedAt: new Date() };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? '/', 'http://stripe.invalid');
    const key = request.headers['idempotency-key'] as string | undefined;
    // A gateway asks for the account's payment methods in the background, so these calls are neither listed nor disturbed.
    const isForbidden = this.forbidden.has(`GET ${url.pathname}`);
    if (url.pathname === '/v1/payment_method_configurations' && !isForbidden) {
      return send(
        response,
        200,
        this.answer(`GET ${url.pathname}`, url.searchParams, new URLSearchParams()).body,
      );
    }
    this.calls.push({ call: `${request.method} ${url.pathname}`, key });
    const disturbance = this.#disturbanceOf(`${request.method} ${url.pathname}`);
    if (disturbance?.kind === 'break') return void request.socket.destroy();
    if (disturbance?.kind === 'stall') return void drip(response);
    if (disturbance?.kind === 'answer')
      return send(response, disturbance.status, { error: disturbance.error });
    const secretKey = (request.headers.authorization ?? '').replace('Bearer ', '');
    if (this.unknownKeys.has(secretKey)) {
      return send(response, 401, { error: { type: 'invalid_request_error' } });
    }
    if (this.strangersKeys.has(secretKey) && /^\/v1\/payment_intents\/\w+$/.test(url.pathname)) {
      const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such payment' };
      return send(response, 404, { error });
    }
    if (this.forbidden.has(`${request.method} ${url.pathname}`)) {
      return send(response, 403, { error: { type: 'invalid_request_error', message: 'rk_test_1 may not' } });
    }
    if (disturbance?.kind === 'slow_issuer') await this.whileLocked(url.pathname, disturbance.until);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const known = key === undefined ? undefined : this.#answers.get(key);
    const { status, body, isLost }: Answer =
      known ?? this.answer(`${request.method} ${url.pathname}`, url.searchParams, form);
    if (key !== undefined) this.#answers.set(key, { status, body });
    if (disturbance?.kind === 'hold') await disturbance.until;
    if (disturbance?.kind === 'lose_answer' || isLost) return void request.socket.destroy();
    send(response, status, body);
  }

  #disturbanceOf(call: string): Disturbance | undefined {
    if (call === 'GET /v1/balance_transactions') return this.#bookDisturbances.shift();
    const isOfCheck = call === 'GET /v1/balance' || call === 'GET /v1/webhook_endpoints';
    if (isOfCheck && this.#checkDisturbances.length > 0) return this.#checkDisturbances.shift();
    const isOpening = call === 'POST /v1/payment_intents';
    return (isOpening ? this.#openingDisturbances.shift() : undefined) ?? this.#disturbances.shift();
  }
}

/** Sends a byte now and then and never ends the answer, so the connection stays alive. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.once('close', () => clearInterval(timer));
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' });
  response.end(JSON.stringify(body));
}
