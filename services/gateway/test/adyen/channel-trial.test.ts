import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { replayTrial, tryChannel } from '../../src/composition/try-channel.ts';
import { callKassaAdmin } from '../cli/support/call-kassa-admin.ts';
import { reportOf } from './adyen-report.ts';
import { StandInAdyen } from './stand-in-adyen.ts';

/** The trial has never met Adyen's real test environment. It is tried against the stand-in, whose behaviour was written here. */

const recorded = join(import.meta.dirname, 'recorded');
let adyen: StandInAdyen;
let credentials: Record<string, string>;
beforeEach(async () => {
  adyen = await StandInAdyen.start();
  const { apiKey, merchantAccount, hmacKey, reportLogin } = adyen;
  const clientKey = 'test_ABCDEFGH12345678';
  credentials = { apiKey, clientKey, merchantAccount, countryCode: 'NL', hmacKey, reportLogin };
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const entries = ['Authorised', 'SentForSettle', 'Chargeback', 'Fee'].map((type) => ({ type }));
  adyen.reports.set(yesterday.replaceAll('-', '_'), reportOf(merchantAccount, entries));
});
afterEach(() => adyen.stop());

async function tried(changes: Record<string, string | undefined> = {}) {
  const given = Object.entries({ ...credentials, ...changes }).filter(([, value]) => value !== undefined);
  const trial = await tryChannel({
    channelType: 'ProcessorB',
    credentials: Object.fromEntries(given) as Record<string, string>,
    environment: { PROCESSOR_B_URL: adyen.url },
    listen: 0,
    listening: (url) => {
      adyen.webhookUrl = url;
    },
    tell: () => {},
    pause: async () => {},
  });
  if (trial.kind === 'refused') throw new Error(trial.message);
  return trial;
}

const differing = (results: readonly { readonly isAsExpected: boolean }[]) =>
  results.filter(({ isAsExpected }) => !isAsExpected);

describe('the trial of a channel at Adyen', () => {
  test.each([false, true])(
    'sees at the stand-in what it expects, and its transcript can be replayed; payments captured late: %s',
    async (capturesLate) => {
      adyen.capturesLate = capturesLate;
      const { results, transcript } = await tried();
      expect(differing(results)).toEqual([]);
      expect(results.length).toBeGreaterThanOrEqual(12);
      const opened = adyen.calls.filter(({ body }) => body?.mode === 'hosted');
      const types = opened.map(({ body }) => body?.allowedPaymentMethods);
      expect(types).toEqual([['applepay'], ['googlepay'], ['bcmc'], ['blik']]);
      const { recorded: before, replayed } = await replayTrial(transcript);
      expect(replayed).toEqual(before);
    },
  );

  test('writes no secret, address, card holder or other personal data into its transcript', async () => {
    const { transcript } = await tried();
    const { merchantAccount: _, countryCode: __, ...secrets } = credentials;
    const hidden = [...Object.values(secrets), 'https://', 'DECLINED', 'trial@example.com', 'Kassa, Ltd'];
    for (const secret of hidden) expect(transcript).not.toContain(secret);
    expect(transcript).not.toMatch(/"hmacSignature":"(?!\(left out\))/);
    expect(transcript.split('\n').length).toBeGreaterThan(40);
  });

  test('counts only webhooks with a valid signature, and says why the others do not count', async () => {
    const { results } = await tried({ hmacKey: 'A'.repeat(64) });
    expect(results.find(({ name }) => name.startsWith('a card pays'))?.seen).toBe(
      'Authorised; no webhook (the HMAC signature of a notification does not verify)',
    );
  });

  test('without a report user says that it has none, and is replayed without one', async () => {
    const { results, transcript } = await tried({ reportLogin: undefined });
    expect(differing(results)).toEqual([]);
    expect(results.at(-1)?.seen).toBe('no report user');
    const { recorded: before, replayed } = await replayTrial(transcript);
    expect(replayed).toEqual(before);
  });

  test.each([
    [403, 'missing, or forbidden'],
    [404, 'missing'],
  ] as const)('reports what differs from the expected results (%i)', async (status, seen) => {
    adyen.reports.clear();
    adyen.missingReportStatus = status;
    const { results } = await tried();
    expect(differing(results)).toEqual([
      {
        name: 'the report of the day before is read',
        expected: 'read',
        seen,
        isAsExpected: false,
      },
    ]);
  });

  test('accepts only test keys, and needs a port for webhooks', async () => {
    const common = { channelType: 'ProcessorB', environment: {}, tell: () => {} };
    expect(await tryChannel({ ...common, credentials })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('--listen'),
    });
    const live = { ...credentials, clientKey: 'live_ABCDEFGH12345678' };
    expect(await tryChannel({ ...common, credentials: live, listen: 0 })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('clientKey'),
    });
  });

  test('names the port for webhooks that another program uses', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as AddressInfo;
    const request = { channelType: 'ProcessorB', environment: {}, tell: () => {}, credentials, listen: port };
    expect(await tryChannel(request)).toEqual({
      kind: 'refused',
      message: `Port ${port} of this machine cannot be opened: another program may use it. Choose another port with --listen.`,
    });
    squatter.close();
  });

  test('prints the expected and the actual results, and writes its transcript', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kassa-trial-'));
    const file = join(folder, 'adyen.json');
    writeFileSync(file, JSON.stringify(credentials));
    const named = ['channel', 'trial', 'ProcessorB', '--credentials', file];
    const world = {
      environment: { PROCESSOR_B_URL: adyen.url },
      currentFolder: folder,
      tryChannel: (request: Parameters<typeof tryChannel>[0]) =>
        tryChannel({
          ...request,
          // The test needs no certain port, so that it cannot meet one that is taken.
          ...(request.listen !== undefined && { listen: 0 }),
          listening: (url) => {
            adyen.webhookUrl = url;
            request.listening?.(url);
          },
          pause: async () => {},
        }),
    };
    const call = await callKassaAdmin([...named, '--listen', '10080', '--transcript', 'out.jsonl'], world);
    expect(call.output).toMatch(/^Receiving webhooks at http:\/\/127\.0\.0\.1:\d+\.\n/);
    expect(call.output).toContain('as expected  a payment is disputed: opened fraudulent');
    expect(call.exitCode).toBe(0);
    expect(readFileSync(join(folder, 'out.jsonl'), 'utf8')).toContain('"kind":"report"');
    expect((await callKassaAdmin(named, world)).errors).toContain('--listen <port>');
    expect((await callKassaAdmin([...named, '--listen', 'x'], world)).errors).toContain('10080');
  });
});

/** Transcripts of trials at Adyen. The guide for going live says how to add one. */
describe('a recorded trial at Adyen', () => {
  const isTrial = (file: string) => readFileSync(join(recorded, file), 'utf8').startsWith('{"kind":"trial"');
  const files = readdirSync(recorded).filter(isTrial);

  test('exists at least for the simulated Adyen', () => {
    expect(files).toContain('stand-in.jsonl');
  });

  test.each(files)('%s is read today as it was then', async (file) => {
    const { recorded: before, replayed } = await replayTrial(readFileSync(join(recorded, file), 'utf8'));
    expect(replayed).toEqual(before);
  });
});
