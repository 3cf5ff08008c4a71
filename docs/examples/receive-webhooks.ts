import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Webhooks, WebhookVerificationError } from '@kassa/sdk-node';
import { demo } from './kassa.ts';

const [port = '3000'] = process.argv.slice(2);

// #region receive
const webhooks = new Webhooks({ secrets: [demo.webhook_secret] });
const done = new Set<string>(); // in production a table with event_id as its key

const server = createServer(async (request, response) => {
  try {
    const event = webhooks.verify(await buffer(request), request.headers); // the raw body, unparsed
    if (!done.has(event.event_id)) {
      switch (event.event_type) {
        case 'order.payment.succeeded':
          console.log('ship', event.data.merchant_transaction_id);
          break;
        case 'order.dispute.opened':
          console.log('collect proofs for', event.data.merchant_transaction_id);
          break;
        default: // kinds that you do not use, or do not know yet: acknowledge them
      }
      done.add(event.event_id);
    }
    response.writeHead(200).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
  }
});
// #endregion receive
server.listen(Number(port), '127.0.0.1', () => console.log('listening'));
