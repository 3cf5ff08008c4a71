import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Db, MongoClient } from 'mongodb';
import { type BrowserFiles, readBrowserFiles } from './browser-files.ts';
import { type CallbackSubjects, CallbackWorker } from './callbacks/callback-worker.ts';
import { nextChangeAt } from './domain/advance.ts';
import { nextVoucherChangeAt } from './domain/advance-voucher.ts';
import type { Payment } from './domain/payment.ts';
import type { Voucher } from './domain/voucher.ts';
import { createProcessorApp } from './http/processor-app.ts';
import { advancePayment } from './operations/advance-payment.ts';
import type { ProcessorContext } from './operations/processor-context.ts';
import { advanceVoucher } from './operations/vouchers/advance-voucher.ts';
import { PaymentBooks } from './store/payment-books.ts';
import { paymentStore } from './store/payment-store.ts';
import { RefundClaims } from './store/refund-claims.ts';
import { voucherStore } from './store/voucher-store.ts';
import { wakeWritersOfClosedSockets } from './store/wake-writers-of-closed-sockets.ts';

export interface SandboxProcessorConfig {
  /** The connection string of a MongoDB-compatible server, which needs neither transactions nor change streams. */
  mongoUri: string;
  /** The name of the processor's own database, which nobody else reads or writes. */
  databaseName: string;
  /** The address to listen on; 127.0.0.1 by default. */
  host?: string;
  /** 0 takes any free port. */
  port: number;
  /** The address at which browsers and callers reach the processor; `http://127.0.0.1:<port>` by default. */
  publicBaseUrl?: string;
  /** The API key. Callers send it as `Authorization: Bearer <apiKey>`. */
  apiKey: string;
  /** The public key with which shops' pages start the browser library; `sbx_pk_sandbox` by default. It is not secret. */
  publicKey?: string;
  /** Where signed callbacks go. */
  callbackUrl: string;
  /** The address for callbacks about vouchers; by default, the same as for other callbacks. */
  voucherCallbackUrl?: string;
  callbackSecret: string;
  /** The delay between a decision by the payer or the bank and the callback about it, in milliseconds; 300 by default. */
  callbackDelayMs?: number;
  /** How often a callback is sent a second time. By default (5), this is every fifth callback; 0 means never. */
  repeatEvery?: number;
  /** The delay between the acceptance of a refund and its result, in milliseconds; 500 by default. */
  refundDelayMs?: number;
  /** How long a voucher stays open after its due time, in milliseconds; an hour by default. A cancellation ends it earlier. */
  voucherGraceMs?: number;
}

export interface SandboxProcessor {
  readonly baseUrl: string;
  /** Changes the address for callbacks. Needed if their receiver starts after the processor. */
  setCallbackUrl(url: string, voucherUrl?: string): void;
  /** Stops the processor. Callbacks without an acknowledgement are sent after the next start. */
  stop(): Promise<void>;
}

const heldAnswerMs = 30_000;

/** Starts the sandbox processor. Rejects if the database does not answer or the port is in use. */
export async function startSandboxProcessor(config: SandboxProcessorConfig): Promise<SandboxProcessor> {
  wakeWritersOfClosedSockets();
  const browserFiles = readBrowserFiles();
  const client = new MongoClient(config.mongoUri, {
    appName: 'sandbox-processor',
    maxPoolSize: 20,
    // Report an unreachable database after five seconds, so that the person who starts the processor learns of it soon.
    serverSelectionTimeoutMS: 5_000,
  });
  const server = createServer({ keepAliveTimeout: 65_000 });
  try {
    await client.connect();
    const stores = await prepareStores(client.db(config.databaseName));
    await listen(server, config.host ?? '127.0.0.1', config.port);
    return run(config, browserFiles, stores, client, server);
  } catch (error) {
    server.close();
    await client.close();
    throw error;
  }
}

function run(
  config: SandboxProcessorConfig,
  browserFiles: BrowserFiles,
  stores: Stores,
  client: MongoClient,
  server: Server,
): SandboxProcessor {
  const settings = settingsOf(config, (server.address() as AddressInfo).port);
  const context: ProcessorContext = {
    ...stores,
    ...settings,
    browserFiles,
    now: () => new Date(),
    wake: (payment) => paymentWorker.wake(payment),
    wakeVoucher: (voucher) => voucherWorker.wake(voucher),
  };
  const repeatEvery = config.repeatEvery ?? 5;
  const target = { url: config.callbackUrl, secret: config.callbackSecret };
  const voucherTarget = { ...target, url: config.voucherCallbackUrl ?? target.url };
  const paymentWorker = new CallbackWorker(paymentsOf(context), target, repeatEvery);
  const voucherWorker = new CallbackWorker(vouchersOf(context), voucherTarget, repeatEvery);
  const stopping = new AbortController();
  const app = createProcessorApp(context, {
    apiKey: config.apiKey,
    // Delays the answer about a payment with the scenario `times_out`, so that the caller times out first. When the processor
    // stops, the delay ends immediately, so that the call can end.
    holdAnswer: () => delay(heldAnswerMs, undefined, { signal: stopping.signal }).catch(() => {}),
  });
  server.on('request', app.callback());
  paymentWorker.start();
  voucherWorker.start();

  const stop = async (): Promise<void> => {
    stopping.abort();
    await close(server);
    await Promise.all([paymentWorker.stop(), voucherWorker.stop()]);
    await client.close();
  };
  let stopped: Promise<void> | null = null;
  return {
    baseUrl: settings.publicBaseUrl,
    setCallbackUrl: (url, voucherUrl = url) => {
      target.url = url;
      voucherTarget.url = voucherUrl;
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function paymentsOf(context: ProcessorContext): CallbackSubjects<Payment> {
  return {
    store: context.payments,
    now: () => context.now(),
    nextChangeAt,
    advance: (id) => advancePayment(context, id),
  };
}

function vouchersOf(context: ProcessorContext): CallbackSubjects<Voucher> {
  return {
    store: context.vouchers,
    now: () => context.now(),
    nextChangeAt: nextVoucherChangeAt,
    advance: (id) => advanceVoucher(context, id),
  };
}

function settingsOf(
  config: SandboxProcessorConfig,
  port: number,
): Pick<ProcessorContext, 'timing' | 'publicBaseUrl' | 'publicKey'> {
  return {
    timing: {
      callbackDelayMs: config.callbackDelayMs ?? 300,
      refundDelayMs: config.refundDelayMs ?? 500,
      voucherGraceMs: config.voucherGraceMs ?? 3_600_000,
    },
    publicBaseUrl: (config.publicBaseUrl ?? `http://127.0.0.1:${port}`).replace(/\/+$/, ''),
    publicKey: config.publicKey ?? 'sbx_pk_sandbox',
  };
}

type Stores = Pick<ProcessorContext, 'payments' | 'books' | 'refundClaims' | 'vouchers'>;

async function prepareStores(database: Db): Promise<Stores> {
  const stores = {
    payments: paymentStore(database),
    books: new PaymentBooks(database),
    refundClaims: new RefundClaims(database),
    vouchers: voucherStore(database),
  };
  await Promise.all(Object.values(stores).map((store) => store.prepare()));
  return stores;
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `The sandbox processor cannot start: port ${port} on ${host} is taken. Stop what uses it, or choose another port.`,
      { cause: error },
    );
  }
}

/** Closes the server: idle connections immediately, and connections with a running call when the call has ended. */
async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const impatience = setTimeout(() => server.closeAllConnections(), 2_000);
  await closed;
  clearTimeout(impatience);
}
