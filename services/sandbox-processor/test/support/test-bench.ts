import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { openLocalDatabase } from '@kassa/local-database';
import { type Db, MongoClient } from 'mongodb';
import {
  type SandboxProcessor,
  type SandboxProcessorConfig,
  startSandboxProcessor,
} from '../../src/index.ts';
import { CallbackReceiver } from './callback-receiver.ts';
import { apiKey, ProcessorClient } from './processor-client.ts';

export const callbackSecret = 'test-callback-secret';

/** A processor on the real database, with the receiver of its callbacks and access to its database. */
export interface TestBench {
  readonly config: SandboxProcessorConfig;
  readonly database: Db;
  readonly receiver: CallbackReceiver;
  readonly client: ProcessorClient;
  readonly processor: SandboxProcessor;
  stop(): Promise<void>;
}

export async function startTestBench(settings: Partial<SandboxProcessorConfig> = {}): Promise<TestBench> {
  const dataFolder = resolve(import.meta.dirname, '../../../../.kassa/test-database');
  const server = await openLocalDatabase({ dataFolder, onProgress: (line) => console.log(line) });
  const receiver = await CallbackReceiver.start();
  const config: SandboxProcessorConfig = {
    mongoUri: server.uri,
    databaseName: `sandbox_processor_test_${randomBytes(6).toString('hex')}`,
    port: 0,
    apiKey,
    callbackUrl: receiver.url,
    callbackSecret,
    callbackDelayMs: 0,
    repeatEvery: 0,
    refundDelayMs: 0,
    ...settings,
  };
  const mongo = await MongoClient.connect(server.uri);
  const database = mongo.db(config.databaseName);
  const processor = await startSandboxProcessor(config);
  return {
    config,
    database,
    receiver,
    client: new ProcessorClient(processor.baseUrl),
    processor,
    stop: async () => {
      await processor.stop();
      await receiver.stop();
      await database.dropDatabase();
      await mongo.close();
      await server.stop();
    },
  };
}

/** A succeeded card payment of 19.99 EUR. */
export async function paidPayment(bench: TestBench, card?: unknown): Promise<string> {
  const { body } = await bench.client.create();
  await bench.client.confirm(body.id, card);
  await bench.receiver.waitFor(body.id, 'payment.succeeded');
  return body.id;
}
