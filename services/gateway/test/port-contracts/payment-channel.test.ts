import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProcessorClient } from '../../src/adapters/outbound/channels/sandbox/processor-client.ts';
import { SandboxChannel } from '../../src/adapters/outbound/channels/sandbox/sandbox-channel.ts';
import { ProcessorTriggers } from '../../src/adapters/outbound/channels/sandbox-processor/processor-triggers.ts';
import type { PaymentChannel } from '../../src/ports/payment-channel.ts';
import { inTime, openingOrder, submissionOf } from '../builders/channel-calls.ts';
import { newAttemptId, newRefundId } from '../builders/new-references.ts';
import { money, openingOf } from '../builders/orders.ts';
import { rawCallback, signedText } from '../in-memory/fake-callbacks.ts';
import { cards, FakeChannel } from '../in-memory/fake-channel.ts';
import { FakeSandboxTriggers } from '../in-memory/fake-sandbox-triggers.ts';
import { LoopbackServer } from '../support/loopback-server.ts';
import { SandboxProcessorBench } from '../support/sandbox-processor-bench.ts';
import type { ChannelBench } from './channel-bench.ts';
import { ownFormContract } from './own-form-contract.ts';
import { paymentChannelContract } from './payment-channel-contract.ts';
import { redirectContract } from './redirect-contract.ts';
import { sandboxTriggersContract } from './sandbox-triggers-contract.ts';

const sandboxCodes = { declined: 'card_declined', tooMuchToReturn: 'amount_exceeds_refundable' };

function payWithOwnForm(channel: PaymentChannel): ChannelBench['pay'] {
  return async (payment, outcome) => {
    await channel.submit(submissionOf(payment, cards[outcome]));
  };
}

describe('the fake channel', () => {
  const channel = new FakeChannel({ settlesAtOnce: true });
  const unreachable = new FakeChannel();
  unreachable.isReachable = false;
  const receivedAt = new Date();
  const bench: ChannelBench = {
    channel,
    unreachable,
    pay: payWithOwnForm(channel),
    reserve: async ({ attemptId }) => channel.reserve(attemptId),
    codes: sandboxCodes,
    newAttemptId,
    newRefundId,
    callbackAbout: async (reference, kind) => {
      const result = kind === 'payment' ? channel.payments.get(reference)?.result : undefined;
      const notification = result
        ? ({ kind: 'payment', attemptId: reference, result } as const)
        : ({
            kind: 'refund',
            refundId: reference,
            channelReference: `ref_${reference}`,
            result: channel.settleRefund(reference),
          } as const);
      return { ...rawCallback({ callbackId: `evt_${reference}`, notification }), receivedAt };
    },
    signed: (text) => ({ ...signedText(text), receivedAt }),
    dispute: async ({ attemptId }, state) =>
      channel.settleDispute(attemptId, state, new Date(Date.now() + 86_400_000)),
    returnedMinor: async ({ attemptId }) => channel.returnedMinor(attemptId),
  };
  paymentChannelContract(() => bench);
  describe('its own form', () => ownFormContract(() => ({ ...bench, cards })));
  describe('its redirects', () => redirectContract('sandbox_wallet', () => bench));

  describe('with its triggers', () => {
    // A fake channel whose results come only when a test triggers them.
    const patient = new FakeChannel();
    const triggers = new FakeSandboxTriggers(patient);
    const unreachableTriggers = new FakeSandboxTriggers(unreachable);
    sandboxTriggersContract(() => ({
      channel: patient,
      triggers,
      unreachable: unreachableTriggers,
      newAttemptId,
      newRefundId,
    }));
  });
});

const answeredPayment = {
  id: 'sbx_pay_1',
  status: 'succeeded',
  amount_minor: 100,
  currency: 'USD',
  reference: 'txn_1',
  redirect_url: null,
  action_url: null,
  card: null,
  failure: null,
};
const answeredRefund = { payment_id: 'sbx_pay_1', reference: 'rfd_1', failure: null };

describe('the Sandbox channel with the sandbox processor', () => {
  let processor: SandboxProcessorBench;
  let bench: ChannelBench;

  function channelAt(changes: { baseUrl?: string; apiKey?: string } = {}): PaymentChannel {
    const client = new ProcessorClient(processor.address(changes));
    const { callbackSecret } = processor;
    return new SandboxChannel({ client, callbackSecret, publicUrl: 'https://processor.example' });
  }

  beforeAll(async () => {
    processor = await SandboxProcessorBench.start();
    bench = {
      channel: channelAt(),
      // Nothing listens on the discard port.
      unreachable: channelAt({ baseUrl: 'http://127.0.0.1:9' }),
      pay: async (payment, outcome) => payWithOwnForm(bench.channel)(payment, outcome),
      codes: sandboxCodes,
      newAttemptId,
      newRefundId,
      callbackAbout: (reference, kind) =>
        processor.callback((message) => message[kind]?.reference === reference),
      signed: (text) => processor.signed(text),
      dispute: async (payment, state) => {
        const triggers = new ProcessorTriggers(new ProcessorClient(processor.address()));
        await triggers.pull(payment, `dispute_${state}`);
        return processor.disputeOf(payment.opening.channelReference);
      },
      returnedMinor: ({ opening }) => processor.refundedMinor(`/v1/payments/${opening.channelReference}`),
    };
  });
  afterAll(() => processor.stop());

  paymentChannelContract(() => bench);
  describe('its own form', () => ownFormContract(() => ({ ...bench, cards })));
  describe('its redirects', () => redirectContract('sandbox_wallet', () => bench));

  test.each([
    ['of another amount', { amount: money(200, 'USD') }],
    ['with another method', { methodCode: 'card_element' }],
  ])(
    'if a payment that a restored backup lacks is opened again with other content, the channel opens no second payment and says that it already has one (fault 96): %s',
    async (_case, changes) => {
      const order = openingOrder({
        attemptId: newAttemptId(),
        methodCode: 'card',
        amount: money(100, 'USD'),
      });
      expect(await bench.channel.open(order)).toMatchObject({ kind: 'opened' });
      const answer = await bench.channel.open({ ...order, ...changes });
      expect(answer).toMatchObject({ kind: 'unavailable', hasPayment: true });
    },
  );

  describe('with its triggers', () => {
    const triggersAt = (changes?: { baseUrl: string }) =>
      new ProcessorTriggers(new ProcessorClient(processor.address(changes)));
    sandboxTriggersContract(() => ({
      channel: bench.channel,
      triggers: triggersAt(),
      unreachable: triggersAt({ baseUrl: 'http://127.0.0.1:9' }),
      newAttemptId,
      newRefundId,
    }));
  });

  test('does not report a wrong key as a refused payment', async () => {
    const channel = channelAt({ apiKey: 'a-wrong-key' });
    const attempt = openingOrder({ attemptId: newAttemptId(), amount: money(100) });
    expect(await channel.open(attempt)).toMatchObject({ kind: 'unavailable' });
  });

  test.each<[string, number, unknown]>([
    ['none of the expected fields', 200, { id: 'sbx_pay_1' }],
    ['an unknown status', 200, { ...answeredPayment, ...answeredRefund, status: 'lost' }],
    ['an amount that is not a number', 200, { ...answeredPayment, ...answeredRefund, amount_minor: '100' }],
    ['malformed refunds', 200, { refunds: [{ id: 1 }] }],
    ['null', 200, null],
    ['a refusal without a reason', 402, {}],
    ['a refusal of another form', 402, { error: 'no' }],
  ])('treats an answer with %s as no answer', async (_case, status, body) => {
    const server = await LoopbackServer.start((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const channel = channelAt({ baseUrl: server.url });
    try {
      const opening = { ...openingOf('txn_1'), channelReference: 'sbx_pay_1' };
      const payment = { attemptId: 'txn_1', methodCode: 'card', opening, paymentReference: null };
      const amount = money(100);
      expect(await channel.open(openingOrder({ ...payment, amount }))).toMatchObject({
        kind: 'unavailable',
      });
      expect(await channel.submit(submissionOf(payment, cards.succeeds))).toMatchObject({
        kind: 'unknown',
      });
      expect(await channel.ask(payment)).toMatchObject({ kind: 'unavailable' });
      expect(await channel.cancel(payment)).toMatchObject({ kind: 'unavailable' });
      expect(await channel.refund(inTime({ refundId: 'rfd_1', payment, amount }))).toMatchObject({
        kind: 'unknown',
      });
      expect(
        await channel.askRefund({
          refundId: 'rfd_1',
          payment,
          channelReference: null,
          acceptedAt: new Date(),
        }),
      ).toMatchObject({
        kind: 'unavailable',
      });
    } finally {
      await server.stop();
    }
  });

  test.each([
    [-300, 'unreadable'],
    [300, 'unreadable'],
    [-301, 'forged'],
    [302, 'forged'],
  ])('judges a callback signed %i s from now %s', async (seconds, kind) => {
    const now = new Date(1_800_000_000_000);
    const raw = { ...processor.signed('{}', 1_800_000_000 + seconds), receivedAt: now };
    expect((await bench.channel.readCallback(raw)).kind).toBe(kind);
  });

  test('reads disputes, and ignores unknown callbacks unless they concern a dispute of ours', async () => {
    const payment = answeredPayment;
    const dispute = { id: 'sbx_dsp_1', amount_minor: 60, currency: 'USD' };
    const read = async (message: object) => {
      const signed = bench.signed(JSON.stringify({ id: 'evt_1', ...message }));
      const reading = await bench.channel.readCallback(signed);
      return reading.kind === 'genuine' ? reading.callbacks[0]?.notification : reading;
    };
    for (const kind of ['opened', 'won', 'lost']) {
      expect(await read({ type: `dispute.${kind}`, payment, dispute })).toEqual({
        kind: 'dispute',
        attemptId: 'txn_1',
        openingReference: 'sbx_pay_1',
        report: { kind, channelReference: 'sbx_dsp_1', amount: { amountMinor: 60, currency: 'USD' } },
      });
    }
    const respond_by = '2026-12-05T12:00:00.000Z';
    expect(
      await read({ type: 'dispute.opened', payment, dispute: { ...dispute, respond_by } }),
    ).toMatchObject({
      report: { respondBy: new Date(respond_by) },
    });
    for (const type of ['dispute.escalated', 'balance.changed', 'payment.noticed']) {
      const other = type === 'payment.noticed' ? { ...payment, status: 'processing' } : payment;
      expect(await read({ type, payment: other, dispute })).toEqual({ kind: 'irrelevant', type });
    }
    const reference = newAttemptId();
    expect(await read({ type: 'dispute.escalated', payment: { ...payment, reference }, dispute })).toEqual({
      kind: 'for_operator',
      reference,
      detail: 'The processor reports dispute.escalated of sbx_dsp_1, which is not known here',
    });
  });
});
