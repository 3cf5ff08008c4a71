import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { DemoError } from './demo-error.ts';

/** Every port on which `npm start` listens. All of them are on 127.0.0.1. */
export interface DemoPorts {
  readonly merchant: number;
  readonly checkout: number;
  readonly operations: number;
  readonly processor: number;
  readonly shop: number;
}

interface PortSetting {
  readonly name: keyof DemoPorts;
  readonly variable: string;
  readonly usual: number;
  readonly purpose: string;
}

const settings: readonly PortSetting[] = [
  { name: 'merchant', variable: 'KASSA_MERCHANT_PORT', usual: 10_020, purpose: 'the merchant interface' },
  {
    name: 'checkout',
    variable: 'KASSA_CHECKOUT_PORT',
    usual: 10_030,
    purpose: 'the Checkout API and the cashier',
  },
  { name: 'operations', variable: 'KASSA_OPERATIONS_PORT', usual: 10_040, purpose: 'operations' },
  { name: 'processor', variable: 'SANDBOX_PROCESSOR_PORT', usual: 10_050, purpose: 'the sandbox processor' },
  { name: 'shop', variable: 'KASSA_SHOP_PORT', usual: 10_060, purpose: 'the demo shop' },
];

const host = '127.0.0.1';

/**
 * Reads the ports from environment variables.
 *
 * @throws {DemoError} naming each variable that is wrong, or two variables that name the same port
 */
export function readPorts(environment: NodeJS.ProcessEnv): DemoPorts {
  const faults: string[] = [];
  const takenBy = new Map<number, string>();
  const read = settings.map(({ name, variable, usual }) => {
    const text = environment[variable] ?? String(usual);
    const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(port >= 1 && port <= 65_535)) {
      faults.push(`${variable} must be a whole number from 1 to 65535. Example: ${variable}=${usual}`);
    }
    const other = takenBy.get(port);
    if (other !== undefined)
      faults.push(`${other} and ${variable} both name port ${port}. Change one of them.`);
    takenBy.set(port, variable);
    return [name, port] as const;
  });
  if (faults.length > 0) throw new DemoError(faults.join('\n'));
  return Object.fromEntries(read) as Record<keyof DemoPorts, number>;
}

/**
 * Checks all ports before anything starts, so that one message names every port that is in use.
 *
 * @throws {DemoError} naming each port in use and the variable that changes it
 */
export async function requireFreePorts(ports: DemoPorts): Promise<void> {
  const taken = await Promise.all(
    settings.map(async (setting) => ((await isTaken(ports[setting.name])) ? [setting] : [])),
  );
  const lines = taken
    .flat()
    .map(
      ({ name, variable, purpose }) =>
        `Port ${ports[name]} on ${host}, for ${purpose}, is taken by another program. ` +
        `Stop that program, or choose another port with ${variable}.`,
    );
  if (lines.length === 0) return;
  throw new DemoError(`${lines.join('\n')}\nIf \`npm start\` runs already, press Ctrl-C there first.`);
}

/**
 * The number of ports in the range of each test worker. With a common range, a worker could choose a port that another worker
 * has already chosen but not opened yet.
 */
const PORTS_A_WORKER = 1_500;
const firstPort = 20_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 8) * PORTS_A_WORKER;

/**
 * Finds free ports for tests that run at the same time. The ports are below the range that systems use for outgoing connections
 * and for port 0, so that no other program takes one before the test uses it.
 */
export async function freePorts(): Promise<DemoPorts> {
  const found = new Set<number>();
  while (found.size < settings.length) found.add(await freePort());
  const ports = [...found];
  return Object.fromEntries(settings.map(({ name }, index) => [name, ports[index]])) as Record<
    keyof DemoPorts,
    number
  >;
}

/** Finds one more free port, for a program that runs in addition to the demo. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + randomInt(PORTS_A_WORKER);
    if (!(await isTaken(port))) return port;
  }
}

async function isTaken(port: number): Promise<boolean> {
  try {
    await close(await listen(port));
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return true;
    throw error;
  }
}

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
