const { generateKeyPairSync } = require('node:crypto');
const { createServer } = require('node:http');

/** Creates a payment, receives the event that it was paid, and prints what happened. */
exports.takePayment = async ({ sdk, adapters, mongodb, testing }) => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const gateway = new testing.TestGateway({ publicKey: keys.publicKey });
  const kassa = new sdk.Kassa({
    merchantId: 'mer_1',
    privateKey: keys.privateKey,
    environment: 'sandbox',
    fetch: gateway.fetch,
  });
  await kassa.payments.create({
    merchant_transaction_id: 'T1',
    amount: '10.00',
    currency_code: 'USD',
    redirect_url: 'https://shop.example/thanks',
  });
  const handled = [];
  const options = {
    secrets: [gateway.webhookSecret],
    store: new sdk.MemoryEventStore(),
    onEvent: (event) => void handled.push(event.event_type),
    onError: () => {},
  };
  const server = createServer(adapters.http.kassaWebhook(options));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { rawBody, headers } = gateway.pay('T1');
  const post = () =>
    fetch(`http://127.0.0.1:${server.address().port}/`, { method: 'POST', headers, body: rawBody });
  const answers = [(await post()).status, (await post()).status];
  server.closeAllConnections();
  server.close();

  const states = [];
  for await (const order of kassa.orders.list()) states.push(order.state);
  const error = await kassa.refunds.retrieve('R9').catch((caught) => caught);
  return {
    states,
    handled,
    answers,
    refused: error instanceof sdk.NotFoundError && error instanceof sdk.KassaError && error.code,
    adapters: Object.values(adapters).map(({ kassaWebhook }) => typeof kassaWebhook),
    store: typeof mongodb.MongoEventStore,
  };
};
