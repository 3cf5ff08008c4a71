import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { firstOf } from '../../test-run/src/every-combination.ts';
import { longTest } from '../../test-run/src/long-test.ts';
import { DemoWorld } from './support/demo-world.ts';
import { isListening } from './support/is-listening.ts';

/** Runs `npm start` in a process of its own, without building first. */

const program = fileURLToPath(new URL('../src/start.ts', import.meta.url));

let world: DemoWorld;

beforeAll(async () => {
  world = await DemoWorld.open();
});
afterAll(() => world.close());

interface Run {
  readonly child: ChildProcess;
  /** Resolves when the process has ended and all its output has been read. */
  readonly closed: Promise<unknown>;
  output(): string;
}

function run(variables: NodeJS.ProcessEnv = {}): Run {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      ...world.environment,
      KASSA_DATA_FOLDER: world.dataFolder,
      KASSA_MERCHANT_PORT: String(world.ports.merchant),
      KASSA_CHECKOUT_PORT: String(world.ports.checkout),
      KASSA_OPERATIONS_PORT: String(world.ports.operations),
      SANDBOX_PROCESSOR_PORT: String(world.ports.processor),
      KASSA_SHOP_PORT: String(world.ports.shop),
      ...variables,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, closed: once(child, 'close'), output: () => output };
}

async function untilReady({ child, closed, output }: Run): Promise<void> {
  while (!/^Kassa sandbox is ready$/m.test(output())) {
    if (child.exitCode !== null) throw new Error(`It ended: ${output()}`);
    await Promise.race([once(child.stdout ?? child, 'data'), closed]);
  }
}

async function exitCodeOf({ child, closed }: Run): Promise<number | null> {
  await closed;
  return child.exitCode;
}

test.for(firstOf(['SIGINT', 'SIGTERM'] as const))(
  'it says what to open, and %s ends it cleanly',
  async (signal) => {
    const started = run();
    await untilReady(started);
    expect(started.output()).toContain(`http://127.0.0.1:${world.ports.shop}`);
    expect(started.output()).toMatch(/checkout\/ord_[0-9a-f]+#session=/);
    expect(started.output()).toContain('4242424242424242');
    expect(started.output()).toContain('npx kassa-admin merchant show mer_');
    expect(started.output()).toContain('npx kassa payment create --amount 10.00 --currency USD');
    started.child.kill(signal);
    expect(await exitCodeOf(started)).toBe(0);
    const ports = Object.values(world.ports);
    expect(await Promise.all(ports.map(isListening))).toEqual(ports.map(() => false));
  },
);

longTest(
  'one Ctrl-C that arrives twice, from the terminal and from npm, still ends the demo cleanly',
  async () => {
    const started = run();
    await untilReady(started);
    started.child.kill('SIGINT');
    started.child.kill('SIGINT');
    expect(await exitCodeOf(started)).toBe(0);
    expect(started.output()).toContain('Stopped.');
  },
);

longTest('a port in use is named, and the exit code is 1', async () => {
  const blocker = createServer().listen(world.ports.shop, '127.0.0.1');
  onTestFinished(() => void blocker.close());
  const started = run();
  expect(await exitCodeOf(started)).toBe(1);
  expect(started.output()).toContain(`Port ${world.ports.shop} on 127.0.0.1, for the demo shop, is taken`);
  expect(started.output()).not.toContain('    at ');
});

longTest('two variables that name the same port are reported', async () => {
  const started = run({ KASSA_SHOP_PORT: '4567', KASSA_MERCHANT_PORT: '4567' });
  expect(await exitCodeOf(started)).toBe(1);
  expect(started.output()).toContain('KASSA_MERCHANT_PORT and KASSA_SHOP_PORT both name port 4567');
});

longTest('a database that does not answer is reported in one message', async () => {
  const started = run({ MONGODB_URI: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=500' });
  expect(await exitCodeOf(started)).toBe(1);
  expect(started.output()).toContain('127.0.0.1:1');
  expect(started.output()).not.toContain('    at ');
});
