import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { KassaError, type Webhooks } from '@kassa/sdk-node';
import { findAsset } from './assets.ts';
import type { LiveUpdates } from './live-updates.ts';
import { minorFromText } from './money.ts';
import { type OrderBook, refundableMinor, type ShopOrder, type VerifiedEvent } from './order-book.ts';
import type { OrderDesk } from './order-desk.ts';
import { type PagePolicy, policyText } from './page-policy.ts';
import { cancelledPage } from './pages/cancelled-page.ts';
import { changedParts } from './pages/changed-parts.ts';
import { embeddedPage } from './pages/embedded-page.ts';
import { ordersPage } from './pages/orders-page.ts';
import { problemPage } from './pages/problem-page.ts';
import { productPage } from './pages/product-page.ts';
import { thankYouPage } from './pages/thank-you-page.ts';
import { product } from './product.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { HttpError, readForm } from './requests.ts';
import { selfBuiltCashier } from './self-built-cashier.ts';

export interface ShopParts {
  /** The shop's own origin. */
  readonly shopUrl: string;
  readonly book: OrderBook;
  readonly desk: OrderDesk;
  readonly webhooks: Webhooks;
  readonly live: LiveUpdates;
  readonly policy: PagePolicy;
  /** The policy of pages with a cashier. */
  readonly checkoutPolicy: PagePolicy;
}

/** Serves the shop's pages, its webhook address and its live updates. */
export function shopApp(parts: ShopParts): RequestListener {
  return (request, response) => {
    setHeaders(response, parts.policy);
    answer(parts, request, response).catch((error: unknown) => answerProblem(parts, response, error));
  };
}

async function answer(parts: ShopParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { book, desk, live, webhooks, shopUrl } = parts;
  if (request.headers.host !== new URL(shopUrl).host) return leadHome(request, response, shopUrl);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
  const frame = { version: live.version };
  const route = `${request.method === 'HEAD' ? 'GET' : request.method} ${pathname}`;

  if (route === 'GET /') return show(response, 200, productPage(frame, book));
  if (route === 'GET /orders') {
    await desk.lookAtOpenOrders();
    return show(response, 200, ordersPage(frame, book));
  }
  if (route === 'GET /live') return live.listen(request, response, searchParams.get('after'));
  if (route === 'GET /cancelled') {
    await desk.lookAtOpenOrders();
    return show(response, 200, cancelledPage(frame, book.find(searchParams.get('order') ?? '')));
  }
  if (route === 'GET /thank-you') {
    const order = orderOrThrow(book, searchParams.get('order') ?? '');
    return show(response, 200, thankYouPage(frame, book, order));
  }
  if (route === 'POST /webhooks/kassa') {
    const onRecorded = (verified: VerifiedEvent) => live.publish(changedParts(book, verified));
    return receiveWebhook(request, response, webhooks, book, onRecorded);
  }
  if (route === 'GET /embedded-cashier') {
    setPolicy(response, parts.checkoutPolicy);
    return show(response, 200, embeddedPage(frame, orderOrThrow(book, searchParams.get('order') ?? '')));
  }
  if (route === 'GET /own-cashier') {
    setPolicy(response, parts.checkoutPolicy);
    return show(response, 200, selfBuiltCashier.page);
  }
  if (route === 'GET /own-cashier/order') {
    const { payUrl } = orderOrThrow(book, searchParams.get('order') ?? '');
    return answerJson(response, { payUrl });
  }
  if (route === 'POST /buy') return buy(parts, request, response);

  const refundedNumber = /^POST \/orders\/([^/]+)\/refund$/.exec(route)?.[1];
  if (refundedNumber !== undefined) {
    return refund(parts, request, response, orderOrThrow(book, refundedNumber));
  }
  const asset =
    request.method === 'POST' ? undefined : (findAsset(pathname) ?? selfBuiltCashier.find(pathname));
  if (asset === undefined) throw new HttpError(404, 'There is no such page in this shop.');
  response.writeHead(200, { 'content-type': asset.type, 'cache-control': 'no-cache' }).end(asset.content);
}

/**
 * Redirects requests for other host names. Otherwise the owner of a domain that resolves to this machine could read the shop's
 * pages.
 */
function leadHome({ method, url = '/' }: IncomingMessage, response: ServerResponse, shopUrl: string): void {
  if (method !== 'GET' && method !== 'HEAD') throw new HttpError(421, `This shop is at ${shopUrl}.`);
  response.writeHead(307, { location: shopUrl + url }).end();
}

async function buy(
  { desk, shopUrl }: ShopParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = await readForm(request, shopUrl);
  const quantity = Number(form.get('quantity') ?? '1');
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > product.maxQuantity) {
    throw new HttpError(400, `Choose 1 to ${product.maxQuantity} bags.`);
  }
  const { number, payUrl } = await desk.sell(quantity);
  switch (form.get('cashier') ?? 'hosted') {
    case 'hosted':
      return goOn(response, payUrl);
    case 'embedded':
      return goOn(response, `/embedded-cashier?order=${number}`);
    case 'own':
      return goOn(response, `/own-cashier?order=${number}`);
    default:
      throw new HttpError(400, 'There is no such cashier.');
  }
}

async function refund(
  { book, desk, live, shopUrl }: ShopParts,
  request: IncomingMessage,
  response: ServerResponse,
  order: ShopOrder,
): Promise<void> {
  const form = await readForm(request, shopUrl);
  const isRest = form.get('what') === 'rest';
  const amountMinor = isRest ? refundableMinor(order) : minorFromText(form.get('amount') ?? '');
  const refuse = (status: number, problem: string) =>
    show(response, status, ordersPage({ version: live.version }, book, problem));
  if (amountMinor === undefined || amountMinor <= 0) {
    return refuse(400, 'Write the amount in dollars and cents, like 7.25.');
  }
  try {
    await desk.refund(order, amountMinor);
  } catch (error) {
    if (!(error instanceof KassaError)) throw error;
    return refuse(502, `${order.number} was not refunded. ${error.message}`);
  }
  goOn(response, `/orders#order-${order.number}`);
}

function orderOrThrow(book: OrderBook, number: string): ShopOrder {
  const order = book.find(number);
  if (order === undefined) throw new HttpError(404, 'This shop knows no such order.');
  return order;
}

function answerProblem({ live }: ShopParts, response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const frame = { version: live.version };
  if (error instanceof HttpError) {
    show(response, error.status, problemPage(frame, 'That did not work', error.message));
  } else if (error instanceof KassaError) {
    show(response, 502, problemPage(frame, 'The payment could not be started', error.message));
  } else {
    console.error(error);
    show(response, 500, problemPage(frame, 'The shop has a fault', 'See its output for what happened.'));
  }
}

function show(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(page);
}

function goOn(response: ServerResponse, address: string): void {
  response.writeHead(303, { location: address }).end();
}

function answerJson(response: ServerResponse, data: object): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(data));
}

function setHeaders(response: ServerResponse, policy: PagePolicy): void {
  setPolicy(response, policy);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'same-origin');
}

function setPolicy(response: ServerResponse, policy: PagePolicy): void {
  response.setHeader('content-security-policy', policyText(policy));
}
