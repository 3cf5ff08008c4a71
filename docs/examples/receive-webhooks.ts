import { createServer } from 'node:http';
import { MemoryEventStore } from '@kassa/sdk-node';
import { kassaWebhook } from '@kassa/sdk-node/http'; // or /koa, /express, /fastify, /next, /lambda
import { demo } from './kassa.ts';

const [port = '3000'] = process.argv.slice(2);

// #region receive
const receive = kassaWebhook({
  secrets: [demo.webhook_secret],
  store: new MemoryEventStore(), // in production one that survives a restart: MongoEventStore, or your own table
  onEvent: async (event) => {
    switch (event.event_type) {
      case 'order.payment.succeeded':
        console.log('ship', event.data.merchant_transaction_id);
        break;
      case 'order.dispute.opened':
        console.log('collect proofs for', event.data.merchant_transaction_id);
        break;
      default: // kinds that you do not use, or do not know yet: acknowledged
    }
  },
});
const server = createServer(receive);
// #endregion receive
server.listen(Number(port), '127.0.0.1', () => console.log('listening'));
