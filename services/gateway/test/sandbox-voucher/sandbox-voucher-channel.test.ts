import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SandboxProcessor, startSandboxProcessor } from '@kassa/sandbox-processor';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProcessorTriggers } from '../../src/adapters/outbound/channels/sandbox-processor/processor-triggers.ts';
import { SandboxVoucherChannel } from '../../src/adapters/outbound/channels/sandbox-voucher/sandbox-voucher-channel.ts';
import { VoucherClient } from '../../src/adapters/outbound/channels/sandbox-voucher/voucher-client.ts';
import { attemptIdOf, refundIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { PaymentReference, RawCallback } from '../../src/ports/payment-channel.ts';
import { openingOrder, submissionOf } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import {
  type ChannelBench,
  paymentChannelContract,
  redirectContract,
} from '../port-contracts/payment-channel-contract.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

const apiKey = 'a-key-of-the-tests';
const callbackSecret = 'a-secret-of-the-tests';
const methodCode = 'bank_transfer_reference';

const received: RawCallback[] = [];
let database: TestDatabase;
let receiver: Server;
let processor: SandboxProcessor;
let triggers: ProcessorTriggers;
let bench: ChannelBench;

function clientAt(baseUrl: string, key = apiKey): VoucherClient {
  return new VoucherClient({ baseUrl, apiKey: key, timeoutMs: 700 });
}

function channelAt(baseUrl: string, key?: string): SandboxVoucherChannel {
  return new SandboxVoucherChannel({ client: clientAt(baseUrl, key), callbackSecret });
}

function newOrderId(): string {
  return `ord_${randomBytes(16).toString('hex')}`;
}

async function opened(amount = money(1_000, 'EUR')): Promise<PaymentReference> {
  const order = openingOrder({ attemptId: bench.newAttemptId(), methodCode, amount });
  const answer = await bench.channel.open(order);
  if (answer.kind !== 'opened') throw new Error(answer.kind);
  return { attemptId: order.attemptId, methodCode, opening: answer.opening };
}

beforeAll(async () => {
  database = await openTestDatabase();
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks), receivedAt: new Date() });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  processor = await startSandboxProcessor({
    mongoUri: database.uri,
    databaseName: database.name,
    port: 0,
    apiKey,
    callbackUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    callbackSecret,
    callbackDelayMs: 20,
    repeatEvery: 0,
    refundDelayMs: 20,
    voucherGraceMs: 0,
  });
  triggers = new ProcessorTriggers(clientAt(processor.baseUrl));
  bench = {
    channel: channelAt(processor.baseUrl),
    // Nothing listens on the discard port.
    unreachable: channelAt('http://127.0.0.1:9'),
    // Whom the consumer's page belongs to does not matter to money: it comes.
    pay: async (payment, outcome) => {
      await bench.channel.submit(submissionOf(payment, null));
      if (outcome === 'refundFails') await triggers.pull(payment, 'refunds_held');
      await triggers.pull(payment, 'payment_succeeded');
      if (outcome === 'refundFails') void failFirstRefund(payment);
    },
    codes: { declined: 'there is no such thing', tooMuchToReturn: 'amount_exceeds_refundable' },
    newAttemptId: () => attemptIdOf(newOrderId(), 1),
    newRefundId: () => refundIdOf(newOrderId(), 1),
    callbackAbout: async (reference, kind) => {
      const find = () =>
        received.find(({ body }) => {
          const { refund, voucher, type } = JSON.parse(body.toString());
          const isRefund = type.startsWith('voucher.refund.');
          return isRefund === (kind === 'refund') && (refund ?? voucher)?.reference === reference;
        });
      await expect.poll(find, { timeout: 10_000 }).toBeDefined();
      return find() as RawCallback;
    },
    signed: (text) => {
      const seconds = Math.floor(Date.now() / 1000);
      const digest = createHmac('sha256', callbackSecret).update(`${seconds}.${text}`).digest('hex');
      return {
        headers: { 'sandbox-signature': `t=${seconds},v1=${digest}` },
        body: Buffer.from(text),
        receivedAt: new Date(),
      };
    },
    returnedMinor: async ({ opening }) => {
      const response = await fetch(`${processor.baseUrl}/v1/vouchers/${opening.channelReference}`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      return ((await response.json()) as { refunded_minor: number }).refunded_minor;
    },
  };
});
afterAll(async () => {
  await processor.stop();
  receiver.closeAllConnections();
  receiver.close();
  await database.drop();
});

/** As the payer's bank does that refuses it, once it was asked for. */
async function failFirstRefund(payment: PaymentReference): Promise<void> {
  await expect.poll(() => triggers.pull(payment, 'refund_failed')).toEqual({ kind: 'pulled' });
}

describe('the channel of transfers by reference', () => {
  // #region contract
  paymentChannelContract(() => bench, {
    methodCode,
    card: null,
    // Who has the reference may be at the bank already.
    unsubmitted: 'pending',
    // A transfer comes or does not come.
    isDeclinable: false,
  });
  redirectContract(methodCode, () => bench);
  // #endregion contract

  test.each([
    ['an hour is left', money(100, 'EUR'), 3_600, [methodCode]],
    ['less than an hour is left', money(100, 'EUR'), 3_599, []],
    ['another currency is asked for', money(100, 'USD'), 86_400, []],
  ])('where %s it offers %s', (_case, amount, secondsLeft, codes) => {
    expect(bench.channel.methods(amount, secondsLeft).map(({ code }) => code)).toEqual(codes);
  });

  test('its page asks for the money until the order closes', async () => {
    const expiresAt = new Date(Date.now() + 3 * 3_600_000);
    const order = openingOrder({
      attemptId: bench.newAttemptId(),
      methodCode,
      amount: money(5_00, 'EUR'),
      expiresAt,
    });
    const answer = await bench.channel.open(order);
    const url = answer.kind === 'opened' ? answer.opening.paymentUrl : null;
    const submitted = await bench.channel.submit(
      submissionOf({ ...order, opening: answer.kind === 'opened' ? answer.opening : neverOpened }, null),
    );
    expect(submitted).toEqual({ kind: 'action_required', action: { url, display: 'page' } });
    expect(await (await fetch(String(url))).text()).toContain(`datetime="${expiresAt.toISOString()}"`);
  });

  test('a part is no payment: it is pending until the rest has come, and told as of no concern', async () => {
    const payment = await opened();
    await triggers.pull(payment, 'partial_payment');
    expect(await bench.channel.ask(payment)).toEqual({ kind: 'pending' });
    const callback = await bench.callbackAbout(payment.attemptId, 'payment');
    expect(await bench.channel.readCallback(callback)).toMatchObject({
      callbacks: [{ notification: { kind: 'irrelevant', type: 'voucher.partly_paid' } }],
    });
    // Too much: what was asked for is what is paid.
    await triggers.pull(payment, 'amount_mismatch');
    expect(await bench.channel.ask(payment)).toMatchObject({
      result: { kind: 'succeeded', paid: money(1_000, 'EUR') },
    });
  });

  test('what comes after its end in whole is a success, and what ended by itself a failure', async () => {
    const payment = await opened();
    await bench.channel.cancel(payment);
    await triggers.pull(payment, 'second_payment');
    expect(await bench.channel.ask(payment)).toMatchObject({ result: { kind: 'succeeded' } });

    const attemptId = bench.newAttemptId();
    const order = openingOrder({ attemptId, methodCode, amount: money(5, 'EUR'), expiresAt: new Date() });
    const answer = await bench.channel.open(order);
    if (answer.kind !== 'opened') throw new Error(answer.kind);
    const expired = { attemptId, methodCode, opening: answer.opening };
    await expect
      .poll(() => bench.channel.ask(expired))
      .toMatchObject({
        result: {
          kind: 'failed',
          failure: { code: 'voucher_expired', category: 'try_another_method' },
          card: null,
        },
      });
    expect(await bench.channel.cancel(expired)).toEqual({ kind: 'cancelled' });
  });

  test('its books tell of each transfer and refund with our ID', async () => {
    const from = new Date(Date.now() - 1);
    const payment = await opened();
    await triggers.pull(payment, 'payment_succeeded');
    const refundId = bench.newRefundId(payment.attemptId);
    await bench.channel.refund({ refundId, payment, amount: money(300, 'EUR') });
    await bench.callbackAbout(refundId, 'refund');
    const statement = await bench.channel.statement({ from, to: new Date(Date.now() + 1) });
    const lines = statement.kind === 'statement' ? statement.lines : [];
    const about = [payment.attemptId, refundId];
    expect(lines.filter(({ reference }) => about.includes(reference ?? ''))).toMatchObject([
      { kind: 'payment', state: 'succeeded', amount: money(1_000, 'EUR'), at: expect.any(Date) },
      { kind: 'refund', state: 'succeeded', amount: money(300, 'EUR') },
    ]);
    const nowhere = await bench.unreachable.statement({ from, to: new Date() });
    expect(nowhere.kind).toBe('unavailable');
  });

  test('its check tells a wrong key and a processor that does not answer', async () => {
    const outcomes = async (channel: Pick<SandboxVoucherChannel, 'check'>) =>
      (await channel.check()).map(({ outcome, detail }) => [outcome, detail]);
    expect(await outcomes(bench.channel)).toEqual([['passed', null]]);
    expect(await outcomes(channelAt(processor.baseUrl, 'a-wrong-key'))).toEqual([['failed', 'status 401']]);
    expect(await outcomes(bench.unreachable)).toEqual([['failed', expect.any(String)]]);
  });

  test.each(['payment_failed', 'dispute_opened', 'refund_succeeded'] as const)(
    'no %s happens to a transfer that is waited for',
    async (what) => {
      expect(await triggers.pull(await opened(), what)).toMatchObject({
        kind: 'not_possible',
        reason: expect.stringMatching(/^[A-Z].*\.$/),
      });
    },
  );
});

const neverOpened = {
  channelReference: '',
  renderType: 'REDIRECT',
  paymentUrl: null,
  clientSecret: null,
  publicKey: null,
  library: null,
  stylesheet: null,
  component: null,
  cardBrands: [],
} as const;
