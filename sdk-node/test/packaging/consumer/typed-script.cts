import sdk = require('@kassa/sdk-node');
import koa = require('@kassa/sdk-node/koa');
import testing = require('@kassa/sdk-node/testing');

export const kassa = new sdk.Kassa({ merchantId: 'm', privateKey: 'pem', environment: 'sandbox' });
export const isOurs = (error: unknown): error is sdk.KassaError => error instanceof sdk.KassaError;
export const middleware = koa.kassaWebhook({
  secrets: ['s'],
  store: new sdk.MemoryEventStore(),
  onEvent: async (event) => {
    if (event.event_type === 'order.payment.failed') console.log(event.data.failure.code);
  },
});
export const gateway = new testing.TestGateway();
