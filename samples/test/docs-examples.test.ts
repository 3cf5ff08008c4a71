import { join } from 'node:path';
import { freePort } from '@kassa/demo';
import { Kassa } from '@kassa/sdk-node';
import { signTestEvent } from '@kassa/sdk-node/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { pay } from './support/pay.ts';
import { type Ending, RunningProgram } from './support/run-program.ts';
import { Sandbox } from './support/sandbox.ts';

const patience = { timeout: 90_000, interval: 50 };

let sandbox: Sandbox;
let kassa: Kassa;
/** The ID of the paid order that the first example has created. */
let number: string;

beforeAll(async () => {
  sandbox = await Sandbox.start();
  const { merchant_id, private_key_file, merchant_base_url } = sandbox.demo.facts;
  kassa = new Kassa({
    merchantId: merchant_id,
    privateKey: { file: private_key_file },
    baseUrl: merchant_base_url,
  });
});
afterAll(() => sandbox?.stop());

function start(example: string, ...args: readonly string[]): RunningProgram {
  const file = join(import.meta.dirname, '../../docs/examples', example);
  const program = new RunningProgram([process.execPath, file, ...args], {
    cwd: sandbox.folder,
    environment: process.env,
  });
  onTestFinished(() => program.stop());
  return program;
}

function run(example: string, ...args: readonly string[]): Promise<Ending> {
  return start(example, ...args).ending();
}

// The examples run in the sequence of the guides. Each one uses what the previous one created.
describe('the examples of the guides', () => {
  test('create-payment.ts creates an order that can be paid', async () => {
    const { output, errors } = await run('create-payment.ts');
    expect(errors).toBe('');
    const payUrl = /^Pay here: (\S+)\n$/.exec(output)?.[1] ?? '';
    await pay(payUrl);
    const orderId = new URL(payUrl).pathname.split('/').at(-1) ?? '';
    const order = await vi.waitFor(async () => {
      const found = await kassa.payments.retrieve(orderId);
      expect(found.state).toBe('PAY_SUCCESS');
      return found;
    }, patience);
    number = order.merchant_transaction_id;
  });

  test('refund.ts refunds part of the order', async () => {
    expect(await run('refund.ts', number)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^[012]\n$/),
    });
    await vi.waitFor(async () => {
      expect(await kassa.payments.retrieve(number)).toMatchObject({ refunded_amount: 4 });
    }, patience);
  });

  test('list-refunds.ts lists the refunds of a day', async () => {
    expect((await run('list-refunds.ts')).output).toContain(`${number}-r1 ${number} 4 2\n`);
  });

  test('repeat-safely.ts distinguishes a refusal from an unknown outcome', async () => {
    expect(await run('repeat-safely.ts', number)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Too much: .*6\.00 USD/),
    });
  });

  test('play-dispute.ts opens a dispute and wins it', async () => {
    expect(await run('play-dispute.ts', number)).toMatchObject({ code: 0, errors: '' });
    await vi.waitFor(async () => {
      expect(await kassa.payments.retrieve(number)).toMatchObject({ dispute: { state: 'won' } });
    }, patience);
  });

  test('follow-events.ts finds new events, and continues where it stopped', async () => {
    const follow = async () => {
      const program = start('follow-events.ts');
      await vi.waitFor(() => expect(program.output).toContain(`order.dispute.won ${number}\n`), patience);
      await program.stop();
      return await program.ending();
    };
    const first = await follow();
    expect(first).toMatchObject({ code: 0, errors: '' });
    expect(first.output).toContain(`order.payment.succeeded ${number}\n`);
    // The events are younger than 40 s, so the stored position is before them, and they are listed again.
    expect(await follow()).toMatchObject({ code: 0, errors: '' });
  });

  test('reconcile.ts lists the orders of a day', async () => {
    expect((await run('reconcile.ts')).output).toContain(`${number} PARTIAL_REFUND 10 4\n`);
  });

  test('receive-webhooks.ts handles a genuine event once', async () => {
    const port = await freePort();
    const program = start('receive-webhooks.ts', String(port));
    await vi.waitFor(() => expect(program.output).toBe('listening\n'), patience);
    const send = async (secret: string): Promise<number> => {
      const { rawBody, headers } = signTestEvent({
        secret,
        event_type: 'order.payment.succeeded',
        data: { merchant_transaction_id: 'T1' },
      });
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: rawBody })).status;
    };
    expect(await send(sandbox.demo.facts.webhook_secret)).toBe(200);
    expect(await send(`whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(400);
    await vi.waitFor(() => expect(program.output).toBe('listening\nship T1\n'), patience);
  });
});
