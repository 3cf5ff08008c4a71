import { once } from 'node:events';
import { createServer } from 'node:http';
import { Kassa, Webhooks } from '@kassa/sdk-node';
import { LiveUpdates } from './live-updates.ts';
import { openOrderBook } from './order-book-file.ts';
import { OrderDesk } from './order-desk.ts';
import { shopApp } from './shop-app.ts';

export interface ShopOptions {
  readonly port: number;
  /** The shop's own origin. */
  readonly shopUrl: string;
  readonly merchantId: string;
  readonly privateKeyFile: string;
  readonly webhookSecret: string;
  /** Address of the gateway's merchant interface. */
  readonly kassaUrl: string;
  /** Origin of the cashier: forms lead to it, and a cashier of the shop's own calls it. */
  readonly cashierUrl: string;
  /** Origin of the processor, whose library a cashier of the shop's own loads. */
  readonly processorUrl: string;
  /** Where the shop keeps its orders. */
  readonly ordersFile: string;
}

export interface Shop {
  /** Creates an order like the Buy button, and returns the address where the consumer pays. */
  createSampleOrder(): Promise<string>;
  stop(): Promise<void>;
}

/** A small shop as a merchant would write it: everything it asks of Kassa goes through `@kassa/sdk-node`. */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const kassa = new Kassa({
    merchantId: options.merchantId,
    privateKey: { file: options.privateKeyFile },
    baseUrl: options.kassaUrl,
  });
  const webhooks = new Webhooks({ secrets: [options.webhookSecret] });
  const book = openOrderBook(options.ordersFile);
  const desk = new OrderDesk(kassa, book, options.shopUrl);
  const live = new LiveUpdates();

  const server = createServer(
    shopApp({ shopUrl: options.shopUrl, book, desk, webhooks, live, ...policies(options) }),
  );
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  return {
    createSampleOrder: async () => (await desk.sell(1)).payUrl,
    stop: async () => {
      live.stop();
      server.close();
      server.closeIdleConnections();
      await once(server, 'close');
    },
  };
}

function policies({ cashierUrl, processorUrl }: ShopOptions) {
  return {
    policy: { forms: [cashierUrl] },
    checkoutPolicy: {
      forms: [cashierUrl],
      scripts: [processorUrl],
      frames: [cashierUrl, processorUrl],
      connections: [cashierUrl],
    },
  };
}
