import { once } from 'node:events';
import { createServer } from 'node:http';
import { Kassa, Webhooks } from '@kassa/sdk-node';
import { LiveUpdates } from './live-updates.ts';
import { openOrderBook } from './order-book-file.ts';
import { OrderDesk } from './order-desk.ts';
import { shopApp } from './shop-app.ts';

export interface ShopOptions {
  readonly port: number;
  readonly merchantId: string;
  readonly privateKeyFile: string;
  readonly webhookSecret: string;
  /** Address of the gateway's merchant interface. */
  readonly kassaUrl: string;
  /** Address of the cashier. */
  readonly cashierUrl: string;
  /** Where the shop keeps its orders. */
  readonly ordersFile: string;
}

export interface Shop {
  /** Orders something, as its Buy button does; answers where it is paid. */
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
  const desk = new OrderDesk(kassa, book, `http://127.0.0.1:${options.port}`);
  const live = new LiveUpdates();

  const server = createServer(shopApp({ book, desk, webhooks, live, cashierUrl: options.cashierUrl }));
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  return {
    createSampleOrder: () => desk.sell(1),
    stop: async () => {
      live.stop();
      server.close();
      server.closeIdleConnections();
      await once(server, 'close');
    },
  };
}
