import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProcessorTriggers } from '../../src/adapters/outbound/channels/sandbox-processor/processor-triggers.ts';
import { SandboxVoucherChannel } from '../../src/adapters/outbound/channels/sandbox-voucher/sandbox-voucher-channel.ts';
import { VoucherClient } from '../../src/adapters/outbound/channels/sandbox-voucher/voucher-client.ts';
import type { PaymentReference } from '../../src/ports/payment-channel.ts';
import { inTime, openingOrder, openPaymentAt, submissionOf } from '../builders/channel-calls.ts';
import { newAttemptId, newRefundId } from '../builders/new-references.ts';
import { money } from '../builders/orders.ts';
import type { ChannelBench } from '../port-contracts/channel-bench.ts';
import { paymentChannelContract } from '../port-contracts/payment-channel-contract.ts';
import { redirectContract } from '../port-contracts/redirect-contract.ts';
import { SandboxProcessorBench } from '../support/sandbox-processor-bench.ts';

const methodCode = 'bank_transfer_reference';

let processor: SandboxProcessorBench;
let triggers: ProcessorTriggers;
let bench: ChannelBench;

function channelAt(changes: { baseUrl?: string; apiKey?: string } = {}): SandboxVoucherChannel {
  const client = new VoucherClient(processor.address(changes));
  return new SandboxVoucherChannel({ client, callbackSecret: processor.callbackSecret });
}

function opened(amount = money(1_000, 'EUR')): Promise<PaymentReference> {
  const attemptId = bench.newAttemptId();
  return openPaymentAt(bench.channel, openingOrder({ attemptId, methodCode, amount }));
}

beforeAll(async () => {
  processor = await SandboxProcessorBench.start({ voucherGraceMs: 0 });
  triggers = new ProcessorTriggers(new VoucherClient(processor.address()));
  bench = {
    channel: channelAt(),
    // Nothing listens on the discard port.
    unreachable: channelAt({ baseUrl: 'http://127.0.0.1:9' }),
    // The payer transfers the money at a bank, so the consumer's page plays no part in the payment.
    pay: async (payment, outcome) => {
      await bench.channel.submit(submissionOf(payment, null));
      if (outcome === 'refundFails') await triggers.pull(payment, 'refunds_held');
      await triggers.pull(payment, 'payment_succeeded');
      if (outcome === 'refundFails') void failFirstRefund(payment);
    },
    codes: { declined: 'there is no such thing', tooMuchToReturn: 'amount_exceeds_refundable' },
    newAttemptId,
    newRefundId,
    callbackAbout: (reference, kind) =>
      processor.callback(({ type, voucher, refund }) => {
        const isRefund = type.startsWith('voucher.refund.');
        return isRefund === (kind === 'refund') && (refund ?? voucher)?.reference === reference;
      }),
    signed: (text) => processor.signed(text),
    returnedMinor: ({ opening }) => processor.refundedMinor(`/v1/vouchers/${opening.channelReference}`),
  };
});
afterAll(() => processor.stop());

/** Lets the first refund of a payment fail as soon as it is requested, as if the payer's bank refused it. */
async function failFirstRefund(payment: PaymentReference): Promise<void> {
  await expect.poll(() => triggers.pull(payment, 'refund_failed')).toEqual({ kind: 'pulled' });
}

describe('the channel for transfers by reference', () => {
  // #region contract
  paymentChannelContract(() => bench, {
    methodCode,
    card: null,
    // A payer who has the reference may already be transferring the money.
    unsubmitted: 'pending',
    // A transfer arrives or does not; nobody declines it.
    isDeclinable: false,
    // Nobody can dispute a transfer.
    tellsOfDisputes: false,
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
    const payment = await openPaymentAt(bench.channel, order);
    const url = payment.opening.paymentUrl;
    const submitted = await bench.channel.submit(submissionOf(payment, null));
    expect(submitted).toEqual({ kind: 'action_required', action: { url, display: 'page' } });
    expect(await (await fetch(String(url))).text()).toContain(`datetime="${expiresAt.toISOString()}"`);
  });

  test('a part is no payment: the payment stays pending until the rest has arrived, and a callback about the part is irrelevant', async () => {
    const payment = await opened();
    await triggers.pull(payment, 'partial_payment');
    expect(await bench.channel.ask(payment)).toEqual({ kind: 'pending' });
    const callback = await bench.callbackAbout(payment.attemptId, 'payment');
    expect(await bench.channel.readCallback(callback)).toMatchObject({
      callbacks: [{ notification: { kind: 'irrelevant', type: 'voucher.partly_paid' } }],
    });
    // Too much money has arrived. Only the requested amount counts as paid.
    await triggers.pull(payment, 'amount_mismatch');
    expect(await bench.channel.ask(payment)).toMatchObject({
      result: { kind: 'succeeded', paid: money(1_000, 'EUR') },
    });
  });

  test('a whole amount that arrives after the end is a success, and an expired voucher is a failure', async () => {
    const payment = await opened();
    await bench.channel.cancel(payment);
    await triggers.pull(payment, 'second_payment');
    expect(await bench.channel.ask(payment)).toMatchObject({ result: { kind: 'succeeded' } });

    const attemptId = bench.newAttemptId();
    const order = openingOrder({ attemptId, methodCode, amount: money(5, 'EUR'), expiresAt: new Date() });
    const expired = await openPaymentAt(bench.channel, order);
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

  test('its books list each transfer and refund with our ID', async () => {
    const from = new Date(Date.now() - 1);
    const payment = await opened();
    await triggers.pull(payment, 'payment_succeeded');
    const refundId = bench.newRefundId(payment.attemptId);
    await bench.channel.refund(inTime({ refundId, payment, amount: money(300, 'EUR') }));
    await bench.callbackAbout(refundId, 'refund');
    const statement = await bench.channel.statement({ from, before: new Date(Date.now() + 1) });
    const lines = statement.kind === 'statement' ? statement.lines : [];
    const about = [payment.attemptId, refundId];
    expect(lines.filter(({ reference }) => about.includes(reference ?? ''))).toMatchObject([
      { subject: 'payment', state: 'succeeded', amount: money(1_000, 'EUR'), at: expect.any(Date) },
      { subject: 'refund', state: 'succeeded', amount: money(300, 'EUR') },
    ]);
    const nowhere = await bench.unreachable.statement({ from, before: new Date() });
    expect(nowhere.kind).toBe('unavailable');
  });

  test('its check recognises a wrong key and a processor that does not answer', async () => {
    const outcomes = async (channel: Pick<SandboxVoucherChannel, 'check'>) =>
      (await channel.check()).map(({ outcome, detail }) => [outcome, detail]);
    expect(await outcomes(bench.channel)).toEqual([['passed', null]]);
    expect(await outcomes(channelAt({ apiKey: 'a-wrong-key' }))).toEqual([
      ['failed', 'it answered with HTTP status 401'],
    ]);
    expect(await outcomes(bench.unreachable)).toEqual([['failed', expect.any(String)]]);
  });

  test.each(['payment_failed', 'dispute_opened', 'refund_succeeded'] as const)(
    'no %s happens to an awaited transfer',
    async (what) => {
      expect(await triggers.pull(await opened(), what)).toMatchObject({
        kind: 'not_possible',
        reason: expect.stringMatching(/^[A-Z].*\.$/),
      });
    },
  );
});
