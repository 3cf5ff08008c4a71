import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstOf } from '../../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import { startSandboxProcessor } from '../src/index.ts';
import { ProcessorClient } from './support/processor-client.ts';
import { startTestBench, type TestBench } from './support/test-bench.ts';

let bench: TestBench;
beforeAll(async () => {
  bench = await startTestBench();
  // Stop the bench's own processor, so that only the processes of these tests use the database.
  await bench.processor.stop();
});
afterAll(() => bench.stop());

function startProcess(settings: Readonly<Record<string, string>> = {}): ChildProcess {
  const { config } = bench;
  return spawn(process.execPath, [new URL('../src/main.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SANDBOX_PROCESSOR_MONGODB_URI: config.mongoUri,
      SANDBOX_PROCESSOR_DATABASE: config.databaseName,
      SANDBOX_PROCESSOR_PORT: '0',
      SANDBOX_PROCESSOR_API_KEY: config.apiKey,
      SANDBOX_PROCESSOR_CALLBACK_URL: config.callbackUrl,
      SANDBOX_PROCESSOR_CALLBACK_SECRET: config.callbackSecret,
      SANDBOX_PROCESSOR_CALLBACK_DELAY_MS: '0',
      SANDBOX_PROCESSOR_REPEAT_EVERY: '0',
      ...settings,
    },
  });
}

async function readyClient(child: ChildProcess): Promise<ProcessorClient> {
  if (child.stdout === null) throw new Error('The process has no output to read.');
  const [line] = await once(createInterface(child.stdout), 'line');
  return new ProcessorClient(/ready at (\S+)$/.exec(String(line))?.[1] ?? '');
}

async function failure(child: ChildProcess): Promise<{ code: number | null; message: string }> {
  let message = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    message += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code, message };
}

it('loses no callback when the process is killed', async () => {
  bench.receiver.answer = () => 503;
  const child = startProcess();
  const client = await readyClient(child);
  const payments = await Promise.all(Array.from({ length: 10 }, () => client.create()));
  await Promise.all(payments.map(({ body }) => client.confirm(body.id)));
  await Promise.all(payments.map(({ body }) => bench.receiver.waitFor(body.id, 'payment.succeeded')));
  child.kill('SIGKILL');
  await once(child, 'close');

  bench.receiver.answer = () => 200;
  const next = await startSandboxProcessor(bench.config);
  const acknowledged = payments.map(async ({ body }) => {
    for (let count = 1; ; count += 1) {
      const callbacks = await bench.receiver.waitFor(body.id, 'payment.succeeded', count);
      if (callbacks.some(({ status }) => status === 200)) return;
    }
  });
  await Promise.all(acknowledged);
  await next.stop();
});

it('ends with code 0 when a signal stops it', async () => {
  const child = startProcess();
  await readyClient(child);
  child.kill('SIGTERM');
  const [code, signal] = await once(child, 'close');
  expect([code, signal]).toEqual([0, null]);
});

longTest('says clearly which port is taken', async () => {
  const { port } = new URL(bench.receiver.url);
  const { code, message } = await failure(startProcess({ SANDBOX_PROCESSOR_PORT: port }));
  expect(code).toBe(1);
  expect(message).toMatch(new RegExp(`port ${port} on 127\\.0\\.0\\.1 is taken`));
});

it.each(
  firstOf([
    ['SANDBOX_PROCESSOR_API_KEY', ''],
    ['SANDBOX_PROCESSOR_CALLBACK_URL', 'localhost'],
    ['SANDBOX_PROCESSOR_PORT', '70000'],
    ['SANDBOX_PROCESSOR_REPEAT_EVERY', 'often'],
  ] as const),
)('names %s when it is "%s"', async (name, value) => {
  const { code, message } = await failure(startProcess({ [name]: value }));
  expect(code).toBe(1);
  expect(message).toContain(name);
  expect(message).toContain('for example');
});
