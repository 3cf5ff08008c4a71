import { createHmac } from 'node:crypto';
import {
  type SandboxProcessor,
  type SandboxProcessorConfig,
  startSandboxProcessor,
} from '@kassa/sandbox-processor';
import { expect } from 'vitest';
import type { ProcessorAddress } from '../../src/adapters/outbound/channels/sandbox-processor/processor-connection.ts';
import type { RawCallback } from '../../src/ports/payment-channel.ts';
import { LoopbackServer } from './loopback-server.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

const apiKey = 'a-key-of-the-tests';

/** What the processor says in a callback, as far as it tells whom it is about. */
interface CallbackMessage {
  readonly type: string;
  readonly payment?: { readonly reference: string };
  readonly voucher?: { readonly reference: string };
  readonly refund?: { readonly reference: string };
}

/** A sandbox processor in a hurry, with a database of its own; its callbacks are kept as they came. */
export class SandboxProcessorBench {
  readonly callbackSecret = 'a-secret-of-the-tests';
  readonly #received: RawCallback[] = [];
  #database!: TestDatabase;
  #receiver!: LoopbackServer;
  #processor!: SandboxProcessor;

  static async start(
    config: Pick<SandboxProcessorConfig, 'voucherGraceMs'> = {},
  ): Promise<SandboxProcessorBench> {
    const bench = new SandboxProcessorBench();
    bench.#database = await openTestDatabase();
    bench.#receiver = await LoopbackServer.start(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      bench.#received.push({ headers: request.headers, body, receivedAt: new Date() });
      response.end();
    });
    bench.#processor = await startSandboxProcessor({
      mongoUri: bench.#database.uri,
      databaseName: bench.#database.name,
      port: 0,
      apiKey,
      callbackUrl: bench.#receiver.url,
      callbackSecret: bench.callbackSecret,
      callbackDelayMs: 20,
      repeatEvery: 0,
      refundDelayMs: 20,
      ...config,
    });
    return bench;
  }

  async stop(): Promise<void> {
    await this.#processor.stop();
    await this.#receiver.stop();
    await this.#database.drop();
  }

  /** How a client gets to it; with changes, to where it is not, or with a key that is wrong. */
  address(changes: Partial<ProcessorAddress> = {}): ProcessorAddress {
    return { baseUrl: this.#processor.baseUrl, apiKey, timeoutMs: 700, ...changes };
  }

  /** @param path of a payment or of a voucher */
  async refundedMinor(path: string): Promise<number> {
    return (await this.#read<{ refunded_minor: number }>(path)).refunded_minor;
  }

  /** What it calls the dispute of a payment. */
  async disputeOf(paymentId: string): Promise<string> {
    return (await this.#read<{ dispute: { id: string } }>(`/v1/payments/${paymentId}`)).dispute.id;
  }

  async #read<Body>(path: string): Promise<Body> {
    const headers = { authorization: `Bearer ${apiKey}` };
    return (await (await fetch(`${this.#processor.baseUrl}${path}`, { headers })).json()) as Body;
  }

  /** The first callback that is the one looked for, as soon as it has come. */
  async callback(isLookedFor: (message: CallbackMessage) => boolean): Promise<RawCallback> {
    const find = () => this.#received.find(({ body }) => isLookedFor(JSON.parse(body.toString())));
    await expect.poll(find, { timeout: 10_000 }).toBeDefined();
    return find() as RawCallback;
  }

  signed(text: string, seconds = Math.floor(Date.now() / 1000)): RawCallback {
    const digest = createHmac('sha256', this.callbackSecret).update(`${seconds}.${text}`).digest('hex');
    return {
      headers: { 'sandbox-signature': `t=${seconds},v1=${digest}` },
      body: Buffer.from(text),
      receivedAt: new Date(),
    };
  }
}
