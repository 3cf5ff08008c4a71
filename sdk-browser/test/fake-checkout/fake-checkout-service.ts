import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  CancelPaymentRequest,
  compileValidator,
  type ErrorName,
  errorTable,
  fail,
  InitCheckoutRequest,
  type InitCheckoutResult,
  OrderIdQuery,
  type PaymentMethod,
  PaymentStatusQuery,
  SESSION_HEADER,
  SubmitPaymentRequest,
  succeed,
} from '@kassa/contracts';
import { FakeOrder, Refusal } from './fake-order.ts';
import { FakeProcessor } from './fake-processor.ts';

const session = 'session-of-the-test';

type Fault = 'drop' | 'drop_answer' | ErrorName;

const readOrderQuery = compileValidator(OrderIdQuery);
const readStatusQuery = compileValidator(PaymentStatusQuery);
const readInit = compileValidator(InitCheckoutRequest);
const readCancel = compileValidator(CancelPaymentRequest);
const readSubmit = compileValidator(SubmitPaymentRequest);

/**
 * The Checkout API over real HTTP, for one order whose state the test changes. It checks requests with the contracts' own
 * validators, so a wrong request fails here as at the gateway.
 */
export class FakeCheckoutService {
  readonly order: FakeOrder;
  readonly baseUrl: string;
  readonly payUrl: string;
  methods: PaymentMethod[] = [
    {
      code: 'card',
      name: 'Card',
      icon: '/icons/card.svg',
      supported_card_brands: ['visa', 'mastercard', 'amex'],
      test_cards: [
        { number: '4242424242424242', outcome: 'succeeds' },
        { number: '4000000000000002', outcome: 'declined' },
        { number: '4000000000009995', outcome: 'insufficient_funds' },
        { number: '4000000000003220', outcome: 'three_d_secure' },
        { number: '4000000000000119', outcome: 'late_success' },
      ],
    },
    { code: 'sandbox_wallet', name: 'Sandbox Wallet', icon: '/icons/wallet.svg' },
    { code: 'bank_transfer', name: 'Bank transfer', icon: '/icons/bank.svg' },
  ];
  /** Whether the list of methods says which ones have the page's own card form. The list of an older gateway does not. */
  listsCardForms = true;
  /** The fake processor at another origin. It serves the library for `card_element` and `card_component`. */
  readonly processor: FakeProcessor;
  /** The script of the page with the card fields, which a merchant's page shows in a frame. */
  cardFrame: Buffer | null = null;
  /** Whether any site may frame the pages, as if the policy were missing. */
  framedByAnyone = false;
  readonly #server: Server;
  readonly #faults: { path: string; fault: Fault }[] = [];
  /** Answers requests for other paths than those of the API, with the cashier's files. Undefined if there are none. */
  #files: ((path: string) => { type: string; body: Buffer | string } | null) | undefined;

  private constructor(server: Server, processor: FakeProcessor) {
    this.#server = server;
    this.processor = processor;
    const { port } = server.address() as AddressInfo;
    this.baseUrl = `http://127.0.0.1:${port}`;
    this.order = new FakeOrder(this.baseUrl);
    const { url, integrity } = processor.library;
    this.order.extension = { library: { url, integrity } };
    this.order.nameOfMethod = (code) => this.methods.find((method) => method.code === code)?.name;
    processor.order = this.order;
    this.payUrl = `${this.baseUrl}/checkout/${this.order.order.order_id}#session=${session}`;
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  static async start(files?: (path: string) => { type: string; body: Buffer | string } | null) {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const service = new FakeCheckoutService(server, await FakeProcessor.start());
    service.#files = files;
    return service;
  }

  /** Also offers the methods that use the processor's own form. */
  offerProcessorForms(): void {
    const [card] = this.methods;
    if (!card) return;
    this.methods = [
      ...this.methods,
      { ...card, code: 'card_element', name: 'Card (element)' },
      { ...card, code: 'card_component', name: 'Card (component)' },
    ];
  }

  /** Offers the wallets of the processor's library above the methods, with what the library is started with. */
  offerExpress(): void {
    const [card] = this.methods;
    if (!card) return;
    const { url, integrity } = this.processor.library;
    const library = { url, integrity };
    const started = { publicKey: 'pk_test', amount: 4250, currency: 'eur', types: ['card', 'link'] };
    const express = { channelType: this.order.channelType, library, ...started };
    this.methods = [...this.methods, { ...card, code: 'card_element', name: 'Card (element)', express }];
  }

  /**
   * Gives each of the next calls whose path ends with `path` one of the faults. With `drop_answer`, the call takes effect but
   * gets no answer.
   */
  failNext(path: string, ...faults: Fault[]): void {
    this.#faults.push(...faults.map((fault) => ({ path, fault })));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await Promise.all([this.processor.stop(), new Promise((resolve) => this.#server.close(resolve))]);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.baseUrl);
    if (url.pathname.startsWith('/processor/')) return this.#answerProcessor(url, response);
    if (!url.pathname.startsWith('/api/web/')) return this.#answerFile(request, url, response);
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Headers', `${SESSION_HEADER}, Content-Type`).end();
      return;
    }
    const at = this.#faults.findIndex(({ path }) => url.pathname.endsWith(path));
    const fault = at < 0 ? undefined : this.#faults.splice(at, 1)[0]?.fault;
    if (fault === 'drop') {
      request.socket.destroy();
      return;
    }
    try {
      if (fault && fault !== 'drop_answer') throw new Refusal(fault);
      if (request.headers[SESSION_HEADER.toLowerCase()] !== session) throw new Refusal('SESSION_INVALID');
      const data = await this.#call(request, url);
      if (fault === 'drop_answer') request.socket.destroy();
      else sendJson(response, 200, succeed(data));
    } catch (error) {
      const name = error instanceof Refusal ? error.code : 'INTERNAL_ERROR';
      const envelope = fail(name, { detail: String(error), request_id: 'req_test' });
      sendJson(response, errorTable[name].httpStatus, envelope);
    }
  }

  async #call(request: IncomingMessage, url: URL): Promise<unknown> {
    const query = Object.fromEntries(url.searchParams);
    const body = request.method === 'POST' ? JSON.parse(String(await buffer(request))) : undefined;
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /api/web/checkout/order':
        accept(readOrderQuery(query));
        return this.order.summary();
      case 'GET /api/web/checkout/payment-methods':
        accept(readOrderQuery(query));
        return { payment_methods: this.#listed() };
      case 'GET /api/web/payment/status':
        return this.order.status(Number(accept(readStatusQuery(query)).wait ?? 0));
      case 'POST /api/web/checkout/init':
        return this.#init(accept(readInit(body)));
      case 'POST /api/web/payment/submit':
        return this.order.submit(accept(readSubmit(body)));
      case 'POST /api/web/payment/cancel':
        return this.order.cancel(accept(readCancel(body)).transactionId);
    }
    throw new Refusal('NOT_FOUND');
  }

  #listed(): PaymentMethod[] {
    const { renderTypes } = this.order;
    return this.methods.map((method) =>
      this.listsCardForms && renderTypes[method.code] === 'OWN_FORM'
        ? { ...method, paymentRenderType: 'OWN_FORM' }
        : method,
    );
  }

  #init({ paymentMethodCode, returnUrl }: InitCheckoutRequest): InitCheckoutResult {
    return this.order.init(paymentMethodCode, returnUrl);
  }

  #answerFile(request: IncomingMessage, url: URL, response: ServerResponse): void {
    if (this.#answerCardFrame(url, response)) return;
    const file = this.#files?.(url.pathname);
    if (file) {
      const policy = this.#policy(url.pathname);
      response.writeHead(200, { 'Content-Type': file.type, 'Content-Security-Policy': policy });
      response.end(file.body);
    } else if (url.pathname.includes('/return/')) this.#answerReturn(request, response);
    else response.writeHead(404).end();
  }

  /** The page with the card fields. */
  #answerCardFrame({ pathname }: URL, response: ServerResponse): boolean {
    if (!this.cardFrame) return false;
    const start = "import { startCardFrame } from '/card-frame.mjs'; startCardFrame();";
    const page = '<!doctype html><title>Card</title><body><script type="module" src="/start.mjs"></script>';
    const javascript = 'text/javascript';
    if (pathname === '/card-frame.mjs') {
      response.writeHead(200, { 'Content-Type': javascript }).end(this.cardFrame);
    } else if (pathname === '/start.mjs') {
      response.writeHead(200, { 'Content-Type': javascript }).end(start);
    } else if (/^\/checkout\/[^/]+\/fields$/.test(pathname)) {
      const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': this.#policy(pathname) };
      response.writeHead(200, headers).end(page);
    } else return false;
    return true;
  }

  /** The gateway's policy for the cashier, and for its page for the return from the processor. */
  #policy(path: string): string {
    const { origin } = this.processor;
    const shops = this.order.order.allowed_origins.join(' ');
    const ancestors = path.includes('/return/') ? `'self' ${shops}` : shops || "'none'";
    return [
      "default-src 'none'",
      `script-src 'self' ${origin}`,
      `style-src 'self' ${origin}`,
      "img-src 'self' data:",
      `connect-src 'self' ${origin}`,
      `frame-src 'self' ${origin}`,
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${this.framedByAnyone ? '*' : ancestors}`,
    ].join('; ');
  }

  /**
   * Answers the link by which the processor's page leads back: redirects to the cashier or, in a frame, sends a message to the
   * page around it.
   */
  #answerReturn(request: IncomingMessage, response: ServerResponse): void {
    const target = this.order.returnTarget;
    if (request.headers['sec-fetch-dest'] === 'document') {
      const own = target.startsWith(this.baseUrl);
      response.writeHead(303, { Location: own ? `${target}#session=${session}` : target }).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end("<!doctype html><script>parent.postMessage('kassa:returned', '*')</script>");
  }

  /** Serves the processor's page. Its two buttons are links. */
  #answerProcessor(url: URL, response: ServerResponse): void {
    const decision = url.searchParams.get('decision');
    if (decision === null) {
      const link = (to: string) => `<a href="${url.pathname}?decision=${to}">${to}</a>`;
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(`<title>Processor</title>${link('approve')} ${link('refuse')}`);
      return;
    }
    const refusal = url.pathname.endsWith('/wallet') ? 'cancelled_at_processor' : 'authentication_failed';
    this.order.settle(decision === 'approve' ? null : refusal);
    const back = this.order.returnPath(this.order.submittedAttempt);
    response.writeHead(303, { Location: back }).end();
  }
}

function accept<Value>(read: { kind: 'valid'; value: Value } | { kind: 'invalid' }): Value {
  if (read.kind === 'invalid') throw new Refusal('INVALID_REQUEST');
  return read.value;
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}
