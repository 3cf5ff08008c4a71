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
  /** The address of the gateway's merchant interface. */
  readonly kassaUrl: string;
  /** The origin of the cashier. The shop's forms send consumers to it, and the self-built cashier calls its Checkout API. */
  readonly cashierUrl: string;
  /** The origin of the processor. A self-built cashier loads the processor's library from it. */
  readonly processorUrl: string;
  /** Where the shop keeps its orders. */
  readonly ordersFile: string;
}

export interface Shop {
  /** Creates an order, as the Buy button does, and returns the address at which the consumer pays. */
  createSampleOrder(): Promise<string>;
  stop(): Promise<void>;
}

/** A small shop, as a merchant would write it. It uses Kassa only through `@kassa/sdk-node`. */
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
