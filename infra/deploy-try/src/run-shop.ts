import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { Kassa, Webhooks } from '@kassa/sdk-node';
import { payAtCashier } from './pay-at-cashier.ts';
import { until } from './run-program.ts';
import { tryAddresses } from './try-folder.ts';

/**
 * A small shop. It runs in a separate process, because Node reads the certificate authority of the proxy only when it starts.
 * It creates orders by the SDK, pays them, and waits for each order's webhook. It prints a line of JSON after each order.
 */

/** The number of paid orders, and the number of those whose webhook has arrived at the shop. */
export interface OrderCount {
  readonly paid: number;
  readonly reported: number;
}

const { SHOP_MERCHANT_ID = '', SHOP_KEY_FILE = '', SHOP_WEBHOOK_SECRET = '' } = process.env;
const count = Number(process.argv[2]);

const kassa = new Kassa({
  merchantId: SHOP_MERCHANT_ID,
  privateKey: { file: SHOP_KEY_FILE },
  environment: 'sandbox',
  baseUrl: `https://${tryAddresses.merchant}`,
});
const webhooks = new Webhooks({ secrets: [SHOP_WEBHOOK_SECRET] });
const reported = new Set<string>();

async function receive(request: IncomingMessage): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  const event = webhooks.verify(body, request.headers);
  if (event.event_type === 'order.payment.succeeded') reported.add(event.data.order_id);
}

const server = createServer((request, response) => {
  receive(request).then(
    () => response.writeHead(200).end(),
    (error) => response.writeHead(400).end(String(error)),
  );
});
const [host, port] = tryAddresses.webhooks.split(':');
server.listen(Number(port), host);
await once(server, 'listening');
try {
  for (let paid = 1; paid <= count; paid += 1) {
    const { order_id, pay_url } = await kassa.payments.create({
      merchant_transaction_id: `try-${Date.now()}-${paid}`,
      amount: '10.00',
      currency_code: 'USD',
      redirect_url: 'https://shop.example/thanks',
    });
    await payAtCashier(pay_url);
    await until(`order ${order_id} is paid`, 60, async () => {
      const { state } = await kassa.payments.retrieve(order_id);
      return state === 'PAY_SUCCESS';
    });
    await until(`a webhook tells of order ${order_id}`, 60, async () => reported.has(order_id));
    console.log(JSON.stringify({ paid, reported: reported.size } satisfies OrderCount));
  }
} finally {
  server.closeAllConnections();
  server.close();
}
