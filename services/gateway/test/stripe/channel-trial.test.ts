import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotInstallable } from '@kassa/local-database';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replayTrial, tryChannel } from '../../src/composition/try-channel.ts';
import { stripeMembers } from '../builders/channel-accounts.ts';
import { callKassaAdmin } from '../cli/support/call-kassa-admin.ts';
import { StandInStripe } from './stand-in-stripe.ts';
import { StripeMock } from './stripe-mock.ts';

/**
 * The trial has never met Stripe's real test environment. It is tried against the stand-in, whose behaviour was written here,
 * and against stripe-mock, which checks the form of the calls only.
 */

const recorded = join(import.meta.dirname, 'recorded');
let stripe: StandInStripe;
beforeAll(async () => {
  stripe = await StandInStripe.start();
});
afterAll(() => stripe.stop());

function tried(url = stripe.url) {
  return tryChannel({
    channelType: 'ProcessorA',
    credentials: stripeMembers,
    environment: { PROCESSOR_A_URL: url },
    tell: () => {},
    pause: async () => {},
  });
}

describe('the trial of a channel', () => {
  test('passes at the simulated Stripe, and its transcript can be replayed', async () => {
    const trial = await tried();
    if (trial.kind === 'refused') throw new Error(trial.message);
    expect(trial.results.filter(({ isAsExpected }) => !isAsExpected)).toEqual([]);
    expect(trial.results.length).toBeGreaterThanOrEqual(12);
    const { recorded: before, replayed } = await replayTrial(trial.transcript);
    expect(replayed).toEqual(before);
  });

  test.each([
    ['signed', (secret: string) => secret, 'received'],
    ['signed with another secret', () => 'whsec_other', 'none of this trial with a valid signature'],
  ])('waits for a webhook if it can receive one: %s', async (_how, secretOf, seen) => {
    let address = '';
    const trial = await tryChannel({
      channelType: 'ProcessorA',
      credentials: stripeMembers,
      environment: { PROCESSOR_A_URL: stripe.url },
      listen: 0,
      listening: (url) => {
        address = url;
      },
      tell: () => {},
      pause: async () => {
        const payload = JSON.stringify(stripe.events.at(-1));
        const secret = secretOf(stripeMembers.callbackSecret);
        const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
        const headers = { 'stripe-signature': signature };
        await fetch(address, { method: 'POST', body: payload, headers });
      },
    });
    if (trial.kind === 'refused') throw new Error(trial.message);
    const name = 'a webhook is received, and its signature is right';
    expect(trial.results.find((result) => result.name === name)).toMatchObject({
      expected: 'received',
      seen,
    });
    expect(trial.results.filter(({ isAsExpected }) => !isAsExpected)).toHaveLength(
      seen === 'received' ? 0 : 1,
    );
  });

  test('writes no secret, address or personal data into its transcript', async () => {
    const trial = await tried();
    if (trial.kind === 'refused') throw new Error(trial.message);
    const { transcript } = trial;
    for (const secret of [...Object.values(stripeMembers), 'pi_1_secret', 'https://', 'Your card'])
      expect(transcript).not.toContain(secret);
    expect(transcript.split('\n').length).toBeGreaterThan(50);
  });

  test('reports what differs from the expected results', async () => {
    stripe.isCapturedLater = true;
    const trial = await tried();
    stripe.isCapturedLater = false;
    if (trial.kind === 'refused') throw new Error(trial.message);
    expect(trial.results[0]).toEqual({
      name: 'a card pays',
      expected: 'succeeded 1999 USD visa 4242',
      seen: 'to_capture',
      isAsExpected: false,
    });
  });

  test('accepts only test keys, and only types that have a trial', async () => {
    const live = { ...stripeMembers, secretKey: 'sk_live_1234567890' };
    const common = { environment: { PROCESSOR_A_URL: stripe.url }, tell: () => {} };
    const refused = await tryChannel({ channelType: 'ProcessorA', credentials: live, ...common });
    expect(refused).toMatchObject({ kind: 'refused', message: expect.stringContaining('secretKey') });
    expect(JSON.stringify(refused)).not.toContain('sk_live_1234567890');
    expect(await tryChannel({ channelType: 'Sandbox', credentials: {}, ...common })).toMatchObject({
      kind: 'refused',
    });
  });

  test('makes only calls that Stripe’s published description allows', async ({ skip }) => {
    let mock: StripeMock;
    try {
      mock = await StripeMock.start();
    } catch (error) {
      if (!(error instanceof NotInstallable)) throw error;
      return skip('stripe-mock could not be installed');
    }
    try {
      const trial = await tried(`http://127.0.0.1:${mock.port}`);
      if (trial.kind === 'refused') throw new Error(trial.message);
      const refused = trial.transcript.split('\n').filter((line) => /"status":4\d\d/.test(line));
      expect(refused).toEqual([]);
    } finally {
      await mock.stop();
    }
  });

  test('prints the expected and the actual results, and writes its transcript', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kassa-trial-'));
    writeFileSync(join(folder, 'stripe.json'), JSON.stringify(stripeMembers));
    const call = await callKassaAdmin(
      [
        'channel',
        'trial',
        'ProcessorA',
        '--credentials',
        join(folder, 'stripe.json'),
        '--transcript',
        'out.jsonl',
      ],
      { environment: { PROCESSOR_A_URL: stripe.url }, currentFolder: folder, tryChannel },
    );
    expect(call.exitCode).toBe(0);
    expect(call.output).toContain('as expected  a card pays: succeeded 1999 USD visa 4242');
    expect(readFileSync(join(folder, 'out.jsonl'), 'utf8')).toContain('"kind":"trial"');
  });
});

/** Transcripts of trials at a processor. The guide for going live says how to add one. */
describe('a recorded trial', () => {
  const files = readdirSync(recorded).filter((file) => file.endsWith('.jsonl'));

  test('exists at least for the simulated Stripe', () => {
    expect(files).toContain('stand-in.jsonl');
  });

  test.each(files)('%s is read today as it was then', async (file) => {
    const { recorded: before, replayed } = await replayTrial(readFileSync(join(recorded, file), 'utf8'));
    expect(replayed).toEqual(before);
  });
});
