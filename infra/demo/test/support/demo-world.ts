import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalDatabase } from '@kassa/local-database';
import { MongoClient } from 'mongodb';
import { type Demo, type DemoPorts, freePorts, startDemo } from '../../src/index.ts';

const sharedDatabaseFolder = join(import.meta.dirname, '../../../../.kassa/test-database');

/** A data folder, and databases of its own on the shared test server, for starting demos one after another. */
export class DemoWorld {
  readonly dataFolder = mkdtempSync(join(tmpdir(), 'kassa-demo-'));
  readonly ports: DemoPorts;
  /** The environment variables for `npm start`. */
  readonly environment: NodeJS.ProcessEnv;
  readonly progress: string[] = [];
  readonly #database: Awaited<ReturnType<typeof openLocalDatabase>>;
  readonly #databaseName = `demo_test_${randomBytes(4).toString('hex')}`;
  #running: Demo[] = [];

  private constructor(database: Awaited<ReturnType<typeof openLocalDatabase>>, ports: DemoPorts) {
    this.#database = database;
    this.ports = ports;
    this.environment = {
      MONGODB_URI: database.uri,
      KASSA_DATABASE_NAME: this.#databaseName,
      KASSA_LOG_LEVEL: 'error',
    };
  }

  static async open(): Promise<DemoWorld> {
    const database = await openLocalDatabase({ dataFolder: sharedDatabaseFolder, onProgress: console.log });
    return new DemoWorld(database, await freePorts());
  }

  async start(ports: DemoPorts = this.ports): Promise<Demo> {
    const demo = await startDemo({
      dataFolder: this.dataFolder,
      ports,
      onProgress: (line) => this.progress.push(line),
      environment: this.environment,
    });
    this.#running.push(demo);
    return demo;
  }

  /** Leaves behind what a demo leaves that has run before. */
  async startAndStop(): Promise<void> {
    await this.start();
    await this.stopAll();
  }

  async stopAll(): Promise<void> {
    for (const demo of this.#running.splice(0)) await demo.stop();
  }

  async wipeDatabase(): Promise<void> {
    const client = await new MongoClient(this.#database.uri).connect();
    await client.db(this.#databaseName).dropDatabase();
    await client.db(`${this.#databaseName}_sandbox_processor`).dropDatabase();
    await client.close();
  }

  async close(): Promise<void> {
    await this.stopAll();
    await this.wipeDatabase();
    rmSync(this.dataFolder, { recursive: true });
    await this.#database.stop();
  }
}
