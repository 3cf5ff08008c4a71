import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longDescribe } from '../../../../infra/test-run/src/long-test.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { LoopbackServer } from '../support/loopback-server.ts';
import { OtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.ts';
import { cardOf } from './support/checkout-client.ts';
import { findFreePorts } from './support/free-ports.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { GatewayProcess } from './support/gateway-process.ts';
import { createPath, paymentOf } from './support/merchant-account.ts';

const ofMerchant = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const tellLibraries = new URL('../support/tell-tracing-libraries.ts', import.meta.url).href;
const traceparent = `00-${ofMerchant.traceId}-${ofMerchant.spanId}-01`;

/** The instance that serves the calls cannot copy events to the log. So another instance copies and delivers them. */
function neverAppending(log: EventLog): EventLog {
  return new Proxy(log, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (name === 'append') return () => Promise.reject(new TemporarilyUnavailable('not by this instance'));
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

let collector: OtlpReceiver;
let bench: GatewayBench;
let worker: GatewayProcess;
beforeAll(async () => {
  collector = await OtlpReceiver.start();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  bench = await GatewayBench.start({
    variables: { ...traced, KASSA_ROLES: 'api', OTEL_SERVICE_NAME: 'kassa-api' },
    replacements: { around: { events: neverAppending } },
  });
  const [port] = await findFreePorts(1);
  worker = await GatewayProcess.start({
    ...bench.main.variables,
    ...traced,
    KASSA_ROLES: 'worker',
    KASSA_OPERATIONS_PORT: String(port),
    KASSA_LOG_LEVEL: 'debug',
    NODE_OPTIONS: `--import=${tellLibraries}`,
    OTEL_SERVICE_NAME: 'kassa-worker',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-token',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
  });
});
afterAll(async () => {
  await worker.terminate();
  await bench.stop();
  await collector.stop();
});

const isOf = (span: ReceivedSpan, other: ReceivedSpan) => span.traceId === other.traceId;

describe('a payment', () => {
  it('is followed from the merchant’s call to the webhook that another process delivers', async () => {
    const merchant = await bench.onboard();
    const checkout = await merchant.openCheckout();
    await checkout.payByCard('4242424242424242');
    await checkout.result();
    const events = await bench.receiver.eventsOf(checkout.orderId, 2);
    const paid = events.find(({ event_type }) => event_type === 'order.payment.succeeded');

    const about = (name: string) => (span: ReceivedSpan) =>
      span.name === name && span.attributes['kassa.order.id'] === checkout.orderId;
    const creation = await collector.span(about('POST /api/merchant/payment/create'));
    const delivery = await collector.span(
      (span) => about('deliver webhook')(span) && span.attributes['kassa.event.id'] === paid?.event_id,
    );
    expect(creation).toMatchObject({
      kind: 2,
      parentSpanId: undefined,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'kassa.merchant.id': merchant.merchantId,
        'kassa.request.id': expect.stringMatching(/^req_/),
      },
      resource: { 'service.name': 'kassa-api' },
    });
    expect(delivery).toMatchObject({
      kind: 3,
      attributes: {
        'kassa.event.type': 'order.payment.succeeded',
        'kassa.delivery.attempt': 1,
        'kassa.result': 'acknowledged',
        'http.response.status_code': 200,
      },
      resource: { 'service.name': 'kassa-worker', 'deployment.environment.name': 'tests' },
    });

    // From the creation's trace to the step that links to it, and from there to the delivery in the same trace.
    const change = await collector.span(
      (span) => isOf(span, delivery) && span.links.some(({ traceId }) => traceId === creation.traceId),
    );
    expect(change).toMatchObject({ name: 'change order', resource: { 'service.name': 'kassa-api' } });
    expect(delivery.parentSpanId).toBe(change.spanId);
    const served = await collector.span((span) => isOf(span, delivery) && span.kind === 2);
    expect(served.name).toBe('POST /api/webhook/:channelId');
    const call = await collector.span(
      (span) => span.name === 'channel submit' && span.attributes['kassa.channel.id'] === 'Sandbox',
    );
    expect(call).toMatchObject({ kind: 3, attributes: { 'kassa.attempt.id': expect.any(String) } });
  });
});

describe('a call of a merchant', () => {
  it('links to the step of the merchant’s trace, but belongs to a trace of the gateway’s own', async () => {
    const merchant = await bench.onboard();
    await merchant.create({}, { headers: { traceparent } });
    const span = await collector.span(
      ({ attributes, kind }) => kind === 2 && attributes['kassa.merchant.id'] === merchant.merchantId,
    );
    expect(span.traceId).not.toBe(ofMerchant.traceId);
    expect(span.parentSpanId).toBeUndefined();
    expect(span.links).toEqual([ofMerchant]);
  });

  it('links to nothing while the caller is not known, and says why the call was refused', async () => {
    const merchant = await bench.onboard();
    const strangers = { traceparent: traceparent.replace('4bf9', '5bf9') };
    const forged = { headers: strangers, alterSignature: () => 'AAAA' };
    expect((await merchant.client.call('POST', createPath, paymentOf(), forged)).msg).toBe(
      'INVALID_SIGNATURE',
    );
    const span = await collector.span(({ attributes }) => attributes['kassa.result'] === 'INVALID_SIGNATURE');
    expect(span).toMatchObject({ kind: 2, links: [], isFailed: false });
    expect(span.attributes).not.toHaveProperty('kassa.merchant.id');
    expect(JSON.stringify(collector.spans)).not.toContain('5bf92f3577b34da6a3ce929d0e0e4736');
  });
});

describe('a request that leaves the gateway', () => {
  it('to a channel or a merchant names no trace', async () => {
    const sent: string[] = [];
    const note = (message: unknown) => {
      const { request } = message as { request: { origin: string; headers: string | readonly string[] } };
      sent.push(`${request.origin} ${String(request.headers)}`.toLowerCase());
    };
    const hooks = Promise.withResolvers<IncomingHttpHeaders>();
    const receiver = await LoopbackServer.start((request, response) => {
      hooks.resolve(request.headers);
      response.end();
    });
    subscribe('undici:request:create', note);
    const merchant = await bench.onboard({ webhook_url: receiver.url });
    await merchant.paidOrder();
    unsubscribe('undici:request:create', note);
    const received = await hooks.promise;
    await receiver.stop();
    expect(sent.filter((call) => call.startsWith(bench.processor.baseUrl))).not.toEqual([]);
    expect(sent.join('\n')).not.toMatch(/traceparent|tracestate|baggage/);
    expect(Object.keys(received)).toContain('webhook-id');
    expect(Object.keys(received).join()).not.toMatch(/trace|baggage/);
  });

  it('what the gateway sends to the collector contains no card data, no secret and nothing about a consumer, even for refused calls (fault 39)', async () => {
    const merchant = await bench.onboard();
    const customer = { full_name: 'Quokka Wombat', email: 'quokka@example.com' };
    const checkout = await merchant.openCheckout({ customer, description: 'Seven platypus eggs' });
    await checkout.initialised('card');
    const card = { ...cardOf('4916338506082832'), cvc: '8913' };
    for (const body of [
      { orderId: card.number, terminal: { type: 'PC', userAgent: 'x' }, card },
      { orderId: checkout.orderId, terminal: { type: 'PC', userAgent: card.number }, card },
      { orderId: checkout.orderId, note: card },
    ]) {
      expect((await checkout.post('/api/web/payment/submit', body)).msg).not.toBe('success');
    }
    await checkout.get(`/api/web/checkout/order?orderId=${card.number}`);
    await checkout.get(`/api/web/${card.number}`);
    await checkout.submit(card);
    await checkout.result();
    await bench.receiver.eventsOf(checkout.orderId, 1);
    await collector.span(
      ({ name, attributes }) =>
        name === 'deliver webhook' && attributes['kassa.order.id'] === checkout.orderId,
    );

    const { MONGODB_URI = '', ...variables } = bench.main.variables;
    const secrets = Object.keys(variables).filter((name) => /TOKEN|KEY|SECRET/.test(name));
    expect(secrets.length).toBeGreaterThan(4);
    const exported = collector.bodies.join('\n');
    expect(exported).toContain(checkout.orderId);
    const canaries = [
      card.number,
      card.number.slice(0, 12),
      card.number.slice(4),
      checkout.session,
      MONGODB_URI,
      'shop.example',
      'wombat',
      'platypus',
      ...Object.values(customer),
      ...secrets.map((name) => variables[name] ?? ''),
    ];
    expect(canaries.filter((canary) => exported.toLowerCase().includes(canary.toLowerCase()))).toEqual([]);
    // A code of four digits is inside many IDs by chance, so look for it as a whole value.
    expect(exported).not.toMatch(/["': ]8913["',}\s]/);
    expect(exported).not.toContain('collector-token');
    const authorizations = new Set(collector.headers.map(({ authorization }) => authorization));
    expect(authorizations).toEqual(new Set([undefined, 'Bearer collector-token']));
  });
});

longDescribe('the library that records', () => {
  it('is not loaded while traces are off', async () => {
    const [port] = await findFreePorts(1);
    const untraced = await GatewayProcess.start({
      ...bench.main.variables,
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      KASSA_ROLES: 'worker',
      KASSA_OPERATIONS_PORT: String(port),
      NODE_OPTIONS: `--import=${tellLibraries}`,
    });
    await untraced.terminate();
    expect(untraced.output).not.toContain('loaded @opentelemetry');
    // The process with traces shows that a loaded library would have been seen.
    expect(worker.output).toContain('loaded @opentelemetry/sdk-trace');
  });
});

longDescribe('a line in the log', () => {
  it('names the step in which it was written', async () => {
    const refusing = await LoopbackServer.start((_, response) => {
      response.statusCode = 500;
      response.end();
    });
    const merchant = await bench.onboard({ webhook_url: refusing.url });
    const { order_id } = await merchant.paidOrder();
    const span = await collector.span(
      ({ name, attributes }) => name === 'deliver webhook' && attributes['kassa.order.id'] === order_id,
    );
    expect(span).toMatchObject({
      isFailed: true,
      attributes: { 'error.type': '500', 'kassa.result': 'try_again' },
    });
    const line = worker.log.find(
      (each) => each.msg === 'webhook_failed' && JSON.stringify(each).includes(merchant.merchantId),
    );
    expect(line).toMatchObject({ trace_id: span.traceId, span_id: span.spanId });
    await refusing.stop();
  });
});
