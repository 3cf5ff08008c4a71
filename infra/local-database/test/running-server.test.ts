import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { longTest } from '../../test-run/src/long-test.ts';
import { type LocalDatabase, openLocalDatabase, stopLocalDatabase } from '../src/index.ts';
import { identify, isRunning, type ProcessIdentity } from '../src/process-identity.ts';
import { readState, type ServerState, writeState } from '../src/server-state.ts';
import { copyOfDataFolder, temporaryDataFolder, temporaryFolder } from './temporary-folder.ts';
import { waitUntil } from './wait-until.ts';

// These tests run with whichever database is available on the machine. They start real servers and send real signals.
const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
/** The first start on a machine may have to install the database. */
const INSTALL_TIMEOUT_MS = 600_000;

describe('a database that was started', { timeout: INSTALL_TIMEOUT_MS }, () => {
  let prepared: string;
  beforeAll(async () => {
    prepared = mkdtempSync(join(tmpdir(), 'kassa-database-'));
    await (await open(prepared)).stop();
  }, INSTALL_TIMEOUT_MS);
  afterAll(() => rmSync(prepared, { recursive: true, force: true }));

  test('accepts documents, and still has them after it was stopped and started again', async () => {
    const dataFolder = copyOfDataFolder(prepared);
    const first = await open(dataFolder);
    const client = await connect(first.uri);
    await client.db('shop').collection('orders').insertOne({ number: 'A-1' });
    await client.close();
    await first.stop();
    const again = await open(dataFolder);
    const found = await (await connect(again.uri)).db('shop').collection('orders').findOne({ number: 'A-1' });
    expect(found).toMatchObject({ number: 'A-1' });
    expect(again.uri).toBe(first.uri);
  });

  test('ends all its processes when it is stopped', async () => {
    const dataFolder = copyOfDataFolder(prepared);
    const database = await open(dataFolder);
    const processes = identitiesOf(dataFolder);
    expect(database.processIds.length).toBeGreaterThan(0);
    await database.stop();
    expect(processes.filter(isRunning)).toEqual([]);
    expect(database.processIds).toEqual([]);
    expect(readState(dataFolder)).toBeUndefined();
  });

  test('is found again in less than 300 ms, and the finder does not stop it', async () => {
    const dataFolder = copyOfDataFolder(prepared);
    const started = await open(dataFolder);
    const times: number[] = [];
    // Measure up to ten times. A busy machine can make some of the measurements slow, but a search that is slow by itself is
    // slow each time.
    while (times.length < 10 && !times.some((tookMs) => tookMs < 300)) {
      const beforeMs = performance.now();
      const found = await open(dataFolder);
      times.push(performance.now() - beforeMs);
      expect(found).toMatchObject({ uri: started.uri, processIds: started.processIds });
      await found.stop();
    }
    expect(Math.min(...times)).toBeLessThan(300);
    expect(identitiesOf(dataFolder).every(isRunning)).toBe(true);
  });

  longTest('runs only once if two processes start it at the same moment', async () => {
    const dataFolder = temporaryDataFolder();
    const start = () => promisify(execFile)(process.execPath, [CLI, 'start', '--data', dataFolder]);
    const [one, other] = await Promise.all([start(), start()]);
    expect(one.stdout).toBe(other.stdout);
    const outcomes = [one, other].map(({ stderr }) => stderr.includes('(found running)'));
    expect(outcomes.toSorted()).toEqual([false, true]);
  });

  longTest(
    'keeps every acknowledged write when its processes are killed, and recovers by itself',
    async () => {
      const database = await open(copyOfDataFolder(prepared));
      const client = await connect(database.uri);
      const collection = client.db('ledger').collection<{ _id: number }>('entries');
      await collection.insertOne({ _id: -1 });
      const killed = database.processIds;
      const acknowledged = new Set<number>();
      let refused = 0;
      let killedAfter: number | undefined;
      for (let entry = 0; entry < 100_000; entry += 1) {
        await collection.insertOne({ _id: entry }, { writeConcern: { w: 1, j: true } }).then(
          () => acknowledged.add(entry),
          () => (refused += 1),
        );
        if (acknowledged.size === 200 && killedAfter === undefined) {
          killedAfter = entry;
          for (const pid of killed) process.kill(pid, 'SIGKILL');
        }
        if (killedAfter !== undefined && acknowledged.size >= 400) break;
      }
      expect(refused).toBeGreaterThan(0);
      const stored = new Set(await collection.distinct('_id'));
      expect([...acknowledged].filter((entry) => !stored.has(entry))).toEqual([]);
      await waitUntil('the state says ready', () => database.processIds.length === killed.length);
      expect(database.processIds.filter((pid) => killed.includes(pid))).toEqual([]);
    },
  );

  longTest(
    'is restarted with its data if its supervisor was killed, after the remaining processes were ended',
    async () => {
      const dataFolder = copyOfDataFolder(prepared);
      const first = await open(dataFolder);
      await (await connect(first.uri)).db('shop').collection('orders').insertOne({ number: 'B-1' });
      const left = stateOf(dataFolder).processes.flatMap(({ identity }) => identity ?? []);
      process.kill(stateOf(dataFolder).supervisor.pid, 'SIGKILL');
      await waitUntil('the supervisor is gone', () => !isRunning(stateOf(dataFolder).supervisor));

      const again = await open(dataFolder);
      expect(left.filter(isRunning)).toEqual([]);
      const found = await (await connect(again.uri))
        .db('shop')
        .collection('orders')
        .findOne({ number: 'B-1' });
      expect(found).toMatchObject({ number: 'B-1' });
    },
  );

  longTest('survives Ctrl-C in the terminal of the program that opened it', async () => {
    const dataFolder = copyOfDataFolder(prepared);
    const script = `
      import { openLocalDatabase } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};
      await openLocalDatabase({ dataFolder: ${JSON.stringify(dataFolder)}, onProgress: () => {} });
      console.log('open');
      setInterval(() => {}, 1000);`;
    // Start the program detached, so that it leads a process group, as a program does that a shell starts.
    const program = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(program.stdout, 'data');
    const ended = once(program, 'exit');
    process.kill(-Number(program.pid), 'SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
    const processes = identitiesOf(dataFolder);
    const groups = await Promise.all(processes.map(({ pid }) => processGroupOf(pid)));
    expect(groups).not.toContain(program.pid);
    expect(processes.every(isRunning)).toBe(true);
    expect((await open(dataFolder)).description).toContain('(found running)');
  });

  longTest('stops by itself when its data folder is removed', async () => {
    const dataFolder = copyOfDataFolder(prepared);
    await open(dataFolder);
    const processes = identitiesOf(dataFolder);
    // Retry the removal, because the database writes files into the folder until it notices that the folder is gone.
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    await waitUntil('all its processes are gone', () => !processes.some(isRunning), 40_000);
  });

  longTest('can be shown and stopped from the command line', async () => {
    const dataFolder = copyOfDataFolder(prepared);
    expect(await cli('status', dataFolder)).toMatchObject({ code: 1, stdout: 'Nothing is running.\n' });
    const { stdout } = await cli('start', dataFolder);
    const status = await cli('status', dataFolder);
    expect(status.code).toBe(0);
    expect(status.stdout.startsWith(`${stdout}ready: `)).toBe(true);
    expect(await cli('stop', dataFolder)).toMatchObject({ code: 0, stdout: 'Stopped.\n' });
    expect(await cli('stop', dataFolder)).toMatchObject({ code: 0, stdout: 'Nothing was running.\n' });
  });
});

describe('a state file whose process IDs belong to others now', { timeout: INSTALL_TIMEOUT_MS }, () => {
  test('does not get those processes killed', async () => {
    const dataFolder = temporaryDataFolder();
    const stranger = spawn('sleep', ['600']);
    onTestFinished(() => void stranger.kill('SIGKILL'));
    await once(stranger, 'spawn');
    const pid = Number(stranger.pid);
    const reused: ProcessIdentity = { pid, startedAt: `before ${identify(pid)?.startedAt}` };
    writeState(dataFolder, {
      phase: 'ready',
      source: 'documentdb',
      description: 'a server of an earlier boot',
      uri: 'mongodb://127.0.0.1:1/',
      supervisor: reused,
      processes: [{ name: 'postgresql', port: 1, identity: reused }],
    });
    expect(await stopLocalDatabase(dataFolder)).toBe(false);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    expect(identify(pid)).toBeDefined();
  });

  test('counts as absent if it is unreadable', () => {
    const dataFolder = temporaryFolder();
    writeFileSync(join(dataFolder, 'state.json'), '{"phase": "rea');
    expect(existsSync(join(dataFolder, 'state.json'))).toBe(true);
    expect(readState(dataFolder)).toBeUndefined();
  });
});

function open(dataFolder: string): Promise<LocalDatabase> {
  return openLocalDatabase({ dataFolder, onProgress: console.log, environment: withoutForeignDatabase() });
}

/** Leave out a developer's own MONGODB_URI, because these tests kill and stop the database. */
function withoutForeignDatabase(): NodeJS.ProcessEnv {
  const { MONGODB_URI: _foreign, ...environment } = process.env;
  return environment;
}

async function connect(uri: string): Promise<MongoClient> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 20_000 });
  onTestFinished(() => client.close());
  return client.connect();
}

function stateOf(dataFolder: string): ServerState {
  const state = readState(dataFolder);
  if (state === undefined) throw new Error('Nothing runs on this data folder.');
  return state;
}

/** Returns the supervisor and the processes that it keeps running. */
function identitiesOf(dataFolder: string): ProcessIdentity[] {
  const state = stateOf(dataFolder);
  return [state.supervisor, ...state.processes.flatMap(({ identity }) => identity ?? [])];
}

async function processGroupOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pgid=', '-p', String(pid)]);
  return Number(stdout);
}

async function cli(command: string, dataFolder: string): Promise<{ code: unknown; stdout: string }> {
  const child = spawn(process.execPath, [CLI, command, '--data', dataFolder], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: withoutForeignDatabase(),
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout };
}
