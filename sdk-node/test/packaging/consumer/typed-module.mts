import { Kassa, KassaError, MemoryEventStore, type WebhookEvent, Webhooks } from '@kassa/sdk-node';
import { kassaWebhook as express } from '@kassa/sdk-node/express';
import { kassaWebhook as fastify } from '@kassa/sdk-node/fastify';
import { kassaWebhook as http } from '@kassa/sdk-node/http';
import { kassaWebhook as koa } from '@kassa/sdk-node/koa';
import { kassaWebhook as lambda } from '@kassa/sdk-node/lambda';
import { MongoEventStore } from '@kassa/sdk-node/mongodb';
import { kassaWebhook as next } from '@kassa/sdk-node/next';
import { signTestEvent, TestGateway } from '@kassa/sdk-node/testing';

const kassa = new Kassa({ merchantId: 'm', privateKey: { file: 'k.pem' }, baseUrl: 'https://pay.example' });
const payment = await kassa.payments.create({
  merchant_transaction_id: 'T1',
  amount: '10.00',
  currency_code: 'USD',
  redirect_url: 'https://shop.example',
});
export const url: string = payment.pay_url;
const order = await kassa.payments.retrieve('T1', { timeoutMs: 1, signal: AbortSignal.timeout(1) });
if (order.state === 'PAY_SUCCESS') order.refundable_amount.toFixed();
const created: string[] = (await kassa.orders.list({ limit: 5 })).orders.map((listed) => listed.created_at);
for await (const { event } of kassa.events.list()) created.push(event.data.order_id);
const event: WebhookEvent = new Webhooks({ secrets: ['s'] }).verify('{}', new Headers());
if (event.event_type === 'order.refund.failed') event.data.refund.error_code?.toUpperCase();

// @ts-expect-error Outside of the sandbox there is no address to be known.
new Kassa({ merchantId: 'm', privateKey: 'k', environment: 'production' });
const rest = { transaction_id: 'R1', original_transaction_id: 'T1', currency_code: 'USD' };
await kassa.refunds.create(rest);
// @ts-expect-error A variable without a value must not refund everything.
await kassa.refunds.create({ ...rest, amount: undefined });
// @ts-expect-error There is no such state.
if (order.state === 'PAID') throw new KassaError({} as never);

const options = {
  secrets: ['s'],
  store: new MemoryEventStore(),
  onEvent: (received: WebhookEvent) => console.log(received.event_id),
};
export const POST: (request: Request) => Promise<Response> = next(options);
export const adapters = [express, fastify, http, koa, lambda] as const;
// @ts-expect-error What was handled has to be remembered somewhere.
http({ secrets: ['s'], onEvent: () => {} });
export const store = new MongoEventStore({} as never);
export const signed = signTestEvent({ secret: 's', event_type: 'order.refund.failed' }).event.data.refund;
export const paid: 'order.payment.succeeded' = new TestGateway().pay('T1').event.event_type;
