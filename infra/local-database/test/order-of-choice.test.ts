import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { longDescribe, longTest } from '../../test-run/src/long-test.ts';
import { type LocalDatabase, openLocalDatabase } from '../src/index.ts';
import { standInMongod } from './stand-in-program.ts';
import { temporaryDataFolder, temporaryFolder } from './temporary-folder.ts';

const onProgress = () => {};

/** Returns the environment of a machine with nothing installed, an empty cache, and a download host without an address. */
function bareMachine(): NodeJS.ProcessEnv {
  vi.stubEnv('MONGOMS_DOWNLOAD_MIRROR', 'https://downloads.invalid');
  return { PATH: join(temporaryFolder(), 'bin'), XDG_CACHE_HOME: temporaryFolder() };
}

function mongodOnPath(): NodeJS.ProcessEnv {
  const folder = join(temporaryFolder(), 'bin');
  standInMongod(folder);
  return { PATH: folder };
}

function openMongod(dataFolder: string): Promise<LocalDatabase> {
  return openLocalDatabase({ dataFolder, onProgress, environment: mongodOnPath() });
}

function portOf(uri: string): number {
  return Number(new URL(uri).port);
}

async function occupy(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the order in which a database is chosen', () => {
  test('MONGODB_URI is preferred to an installed mongod, and no server is started', async () => {
    const mongod = await openMongod(temporaryDataFolder());
    const dataFolder = join(temporaryFolder(), 'never-made');
    const environment = { ...mongodOnPath(), MONGODB_URI: `${mongod.uri}&appName=shop` };
    const database = await openLocalDatabase({ dataFolder, onProgress, environment });
    expect(database).toMatchObject({ source: 'MONGODB_URI', uri: environment.MONGODB_URI, processIds: [] });
    expect(database.description).toContain('127.0.0.1');
    await database.stop();
    expect(existsSync(dataFolder)).toBe(false);
  });

  test('a MONGODB_URI that does not answer is an error that names the host but no password', async () => {
    const environment = { MONGODB_URI: 'mongodb://shop:secret@127.0.0.1:1/?serverSelectionTimeoutMS=100' };
    const attempt = openLocalDatabase({ dataFolder: temporaryFolder(), onProgress, environment });
    await expect(attempt).rejects.toThrow(
      /MONGODB_URI is set, but the database at 127\.0\.0\.1:1 does not answer/,
    );
    await expect(attempt).rejects.not.toThrow(/secret/);
  });

  test('a mongod on the PATH is run as a replica set of one', async () => {
    const database = await openMongod(temporaryDataFolder());
    expect(database.source).toBe('mongod');
    expect(database.uri).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+\/\?replicaSet=kassa$/);
    expect(database.processIds).toHaveLength(1);
  });

  longTest('MONGOMS_SYSTEM_BINARY is preferred to a mongod on the PATH', async () => {
    const chosen = standInMongod(join(temporaryFolder(), 'chosen'));
    const environment = { ...mongodOnPath(), MONGOMS_SYSTEM_BINARY: chosen };
    const database = await openLocalDatabase({ dataFolder: temporaryDataFolder(), onProgress, environment });
    expect(database.description).toContain(chosen);
  });

  test('a MONGOMS_SYSTEM_BINARY without a program is an error, and no other database is used', async () => {
    const environment = { ...mongodOnPath(), MONGOMS_SYSTEM_BINARY: '/no/such/mongod' };
    const attempt = openLocalDatabase({ dataFolder: temporaryDataFolder(), onProgress, environment });
    await expect(attempt).rejects.toThrow(
      'MONGOMS_SYSTEM_BINARY names /no/such/mongod, which is not a program.',
    );
  });

  test('if no option is available, one message names all options and says why each is unavailable', async () => {
    const progress: string[] = [];
    const attempt = openLocalDatabase({
      dataFolder: temporaryDataFolder(),
      onProgress: (line) => progress.push(line),
      environment: bareMachine(),
    });
    await expect(attempt).rejects.toThrow(
      new RegExp(
        [
          'No database was found, and none can be started here\\. Any of these options would work:',
          '  1\\. MONGODB_URI, .*: it is not set',
          '  2\\. an installed mongod .*MONGOMS_SYSTEM_BINARY.*: there is none on the PATH',
          '  3\\. a mongod downloaded by mongodb-memory-server: .*downloads\\.invalid cannot be reached from here',
          '  4\\. DocumentDB with FerretDB, .* as root with Go: .+',
        ].join('\n'),
      ),
    );
    // The download was not tried. mongodb-memory-server would have tried its host for seven seconds.
    expect(progress.join('\n')).not.toContain('Downloading mongod');
  });
});

longDescribe('the replica set of a mongod', () => {
  test('is initiated once, and gets its new address if another program took its port', async () => {
    const dataFolder = temporaryDataFolder();
    const first = await openMongod(dataFolder);
    await first.stop();
    const again = await openMongod(dataFolder);
    expect(again.uri).toBe(first.uri);
    await again.stop();

    const taken = await occupy(portOf(first.uri));
    const moved = await openMongod(dataFolder);
    taken.close();
    expect(portOf(moved.uri)).not.toBe(portOf(first.uri));
    expect(readFileSync(join(dataFolder, 'mongod/commands.log'), 'utf8').trim().split('\n')).toEqual([
      `replSetInitiate 127.0.0.1:${portOf(first.uri)}`,
      `replSetReconfig 127.0.0.1:${portOf(moved.uri)}`,
    ]);
  });
});
