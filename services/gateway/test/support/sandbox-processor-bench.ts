import { createHmac } from 'node:crypto';
import {
  type SandboxProcessor,
  type SandboxProcessorConfig,
  startSandboxProcessor,
} from '@kassa/sandbox-processor';
import { expect } from 'vitest';
import type { ProcessorAddress } from '../../src/adapters/outbound/channels/sandbox-processor/processor-connection.ts';
import type { RawCallback } from '../../src/ports/channel-callback.ts';
import { LoopbackServer } from './loopback-server.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

const apiKey = 'a-key-of-the-tests';

/** The parts of a processor's callback that say what it is about. */
interface CallbackMessage {
  readonly type: string;
  readonly payment?: { readonly reference: string };
  readonly voucher?: { readonly reference: string };
  readonly refund?: { readonly reference: string };
}

/** A fast sandbox processor with its own database. The callbacks that it sends are recorded. */
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

  /** Returns the processor's address for a client. With `changes`, a test sets a wrong address or key. */
  address(changes: Partial<ProcessorAddress> = {}): ProcessorAddress {
    return { baseUrl: this.#processor.baseUrl, apiKey, timeoutMs: 700, ...changes };
  }

  /** @param path the path of a payment or a voucher */
  async refundedMinor(path: string): Promise<number> {
    return (await this.#read<{ refunded_minor: number }>(path)).refunded_minor;
  }

  /** Returns the processor's ID of a payment's dispute. */
  async disputeOf(paymentId: string): Promise<string> {
    return (await this.#read<{ dispute: { id: string } }>(`/v1/payments/${paymentId}`)).dispute.id;
  }

  async #read<Body>(path: string): Promise<Body> {
    const headers = { authorization: `Bearer ${apiKey}` };
    return (await (await fetch(`${this.#processor.baseUrl}${path}`, { headers })).json()) as Body;
  }

  /** Waits for the first callback that matches, and returns it. */
  async callback(isLookedFor: (message: CallbackMessage) => boolean): Promise<RawCallback> {
    const find = () => this.#received.find(({ body }) => isLookedFor(JSON.parse(body.toString())));
    await expect.poll(find).toBeDefined();
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
