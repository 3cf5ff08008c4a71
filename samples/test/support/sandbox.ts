import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Demo, freePorts, startDemo } from '@kassa/demo';
import { openLocalDatabase } from '@kassa/local-database';
import { MongoClient } from 'mongodb';

const sharedDatabaseFolder = join(import.meta.dirname, '../../../.kassa/test-database');

/** A sandbox as `npm start` runs it, in a folder where a sample finds its `.kassa/demo.json`. */
export class Sandbox {
  readonly folder: string;
  readonly demo: Demo;
  readonly #cleanUp: () => Promise<void>;

  private constructor(folder: string, demo: Demo, cleanUp: () => Promise<void>) {
    this.folder = folder;
    this.demo = demo;
    this.#cleanUp = cleanUp;
  }

  static async start(): Promise<Sandbox> {
    const database = await openLocalDatabase({ dataFolder: sharedDatabaseFolder, onProgress: console.log });
    const databaseName = `kassa_samples_${randomBytes(4).toString('hex')}`;
    const folder = mkdtempSync(join(tmpdir(), 'kassa-samples-'));
    mkdirSync(join(folder, '.kassa'));
    const demo = await startDemo({
      dataFolder: join(folder, '.kassa'),
      ports: await freePorts(),
      onProgress: () => {},
      environment: {
        MONGODB_URI: database.uri,
        KASSA_DATABASE_NAME: databaseName,
        KASSA_LOG_LEVEL: 'error',
        // The samples of all languages poll for their payments at the same time, so raise the rate limits.
        KASSA_MERCHANT_RATE_PER_SECOND: '1000',
        KASSA_MERCHANT_RATE_BURST: '1000',
      },
    });
    return new Sandbox(folder, demo, async () => {
      await demo.stop();
      const client = await new MongoClient(database.uri).connect();
      await client.db(databaseName).dropDatabase();
      await client.db(`${databaseName}_sandbox_processor`).dropDatabase();
      await client.close();
      rmSync(folder, { recursive: true });
      await database.stop();
    });
  }

  stop(): Promise<void> {
    return this.#cleanUp();
  }
}
