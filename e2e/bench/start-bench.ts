import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../src/free-ports.ts';
import { type GatewayVersion, thisVersion } from './gateway-version.ts';
import type { BenchPlace } from './place.ts';
import { type Comparison, compareInTurn, type Subject } from './subject.ts';
import { type MeasuredServer, serversOf, startLoneServer } from './subjects.ts';

const ROUNDS = 2;

/**
 * Measures two start times: that of `npm start` when everything is built and the database exists, and that of a gateway alone
 * with a running database. A start ends when the gateway answers that it is ready.
 */
export function benchStarts(place: BenchPlace): Promise<Comparison> {
  return compareInTurn(
    serversOf(place, []).map(
      (server, index) => async () => startsOf(place, server, place.versions[index] ?? thisVersion),
    ),
    ROUNDS,
  );
}

function startsOf(place: BenchPlace, server: MeasuredServer, version: GatewayVersion): Subject {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kassa-start-'));
  return {
    name: version.name,
    round: async () => ({
      'npm start, ready after ms': await timeNpmStart(version, dataFolder),
      'gateway alone, ready after ms': await timeGateway(place, server),
    }),
    stop: async () => rmSync(dataFolder, { recursive: true, force: true }),
  };
}

async function timeGateway({ uri }: BenchPlace, server: MeasuredServer): Promise<number> {
  const { process: gateway } = await startLoneServer(uri, server);
  await gateway.stop();
  return gateway.readyAfterMs;
}

async function timeNpmStart({ folder }: GatewayVersion, dataFolder: string): Promise<number> {
  const operationsPort = await freePort();
  const ports = {
    KASSA_MERCHANT_PORT: String(await freePort()),
    KASSA_CHECKOUT_PORT: String(await freePort()),
    KASSA_OPERATIONS_PORT: String(operationsPort),
    SANDBOX_PROCESSOR_PORT: String(await freePort()),
    KASSA_SHOP_PORT: String(await freePort()),
  };
  const startedAtMs = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    // Start npm in a separate process group, so that a signal also reaches npm's child.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      MONGODB_URI: '',
      KASSA_DATA_FOLDER: dataFolder,
      ...ports,
    },
  });
  try {
    await lineWith(child, 'Kassa sandbox is ready');
    const readyAfterMs = performance.now() - startedAtMs;
    const { status } = await fetch(`http://127.0.0.1:${operationsPort}/health/ready`);
    if (status !== 200)
      throw new Error(`npm start says that it is ready, but /health/ready answers ${status}`);
    return readyAfterMs;
  } finally {
    await stopGroup(child);
  }
}

async function lineWith(child: ChildProcess, text: string): Promise<void> {
  if (child.stdout === null) throw new Error('the output is not read');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes(text)) {
      child.stdout.resume();
      return;
    }
    lines.push(line);
  }
  throw new Error(`npm start ended before it was ready:\n${lines.join('\n')}`);
}

/** Stops npm and what it has started, and waits until all of these processes have ended. */
async function stopGroup({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return;
  if (!signalGroup(pid, 'SIGTERM')) return;
  while (signalGroup(pid, 0)) await new Promise((resolve) => setTimeout(resolve, 50));
}

/**
 * Returns whether the process group still has a process. Sending the signal 0 ends nothing; it only shows whether there is a
 * process.
 */
function signalGroup(pid: number, signal: 'SIGTERM' | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
