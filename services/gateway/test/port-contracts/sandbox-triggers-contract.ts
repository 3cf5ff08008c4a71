import type { SandboxTrigger } from '@kassa/contracts';
import { expect, test } from 'vitest';
import type { PaymentChannel, PaymentReference } from '../../src/ports/payment-channel.ts';
import type { SandboxTriggers } from '../../src/ports/sandbox-triggers.ts';
import { inTime, openingOrder, openPaymentAt } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';

export interface TriggersBench {
  readonly channel: PaymentChannel;
  readonly triggers: SandboxTriggers;
  readonly unreachable: SandboxTriggers;
  newAttemptId(): string;
  newRefundId(): string;
}

/** The contract of every `SandboxTriggers`, tested together with the channel of its payments. */
export function sandboxTriggersContract(open: () => TriggersBench): void {
  function opened(): Promise<PaymentReference> {
    const { channel, newAttemptId } = open();
    return openPaymentAt(channel, openingOrder({ attemptId: newAttemptId(), amount: money(1_000) }));
  }

  const pull = async (payment: PaymentReference, what: SandboxTrigger) =>
    (await open().triggers.pull(payment, what)).kind;

  test.each([
    ['payment_succeeded', { kind: 'succeeded', paid: money(1_000) }],
    ['amount_mismatch', { kind: 'succeeded', paid: money(1_001) }],
    ['payment_failed', { kind: 'failed' }],
    ['late_success', { kind: 'succeeded', paid: money(1_000) }],
  ] as const)('%s ends a waiting payment, once', async (what, result) => {
    const payment = await opened();
    expect(await pull(payment, what)).toBe('pulled');
    expect(await open().channel.ask(payment)).toMatchObject({ kind: 'ended', result });
    expect(await pull(payment, what)).toBe('not_possible');
  });

  test.each(['late_success', 'second_payment'] as const)('%s pays a cancelled payment', async (what) => {
    const payment = await opened();
    await open().channel.cancel(payment);
    expect(await pull(payment, 'payment_succeeded')).toBe('not_possible');
    expect(await pull(payment, what)).toBe('pulled');
    expect(await open().channel.ask(payment)).toMatchObject({ result: { kind: 'succeeded' } });
  });

  test('a paid payment is disputed, and the dispute ends, once each', async () => {
    const payment = await opened();
    expect(await pull(payment, 'dispute_opened')).toBe('not_possible');
    await pull(payment, 'payment_succeeded');
    expect(await pull(payment, 'dispute_won')).toBe('not_possible');
    expect(await pull(payment, 'dispute_opened')).toBe('pulled');
    expect(await pull(payment, 'dispute_opened')).toBe('not_possible');
    expect(await pull(payment, 'dispute_lost')).toBe('pulled');
    expect(await pull(payment, 'dispute_won')).toBe('not_possible');
  });

  test('a held refund is pending until a trigger gives its result', async () => {
    const payment = await opened();
    await pull(payment, 'payment_succeeded');
    expect(await pull(payment, 'refund_succeeded')).toBe('not_possible');
    expect(await pull(payment, 'refunds_held')).toBe('pulled');
    const refundId = open().newRefundId();
    const asked = await open().channel.refund(inTime({ refundId, payment, amount: money(300) }));
    expect(asked).toMatchObject({ kind: 'pending' });
    expect(
      await open().channel.askRefund({ refundId, payment, channelReference: null, acceptedAt: new Date() }),
    ).toMatchObject({
      kind: 'pending',
    });
    expect(await pull(payment, 'refund_succeeded')).toBe('pulled');
    expect(
      await open().channel.askRefund({ refundId, payment, channelReference: null, acceptedAt: new Date() }),
    ).toMatchObject({
      kind: 'ended',
      result: { kind: 'succeeded' },
    });
    expect(await pull(payment, 'refund_failed')).toBe('not_possible');
  });

  test('a held refund ends once refunds are released', async () => {
    const payment = await opened();
    await pull(payment, 'payment_succeeded');
    expect(await pull(payment, 'refunds_released')).toBe('not_possible');
    await pull(payment, 'refunds_held');
    const refundId = open().newRefundId();
    await open().channel.refund(inTime({ refundId, payment, amount: money(300) }));
    expect(await pull(payment, 'refunds_released')).toBe('pulled');
    await expect
      .poll(() =>
        open().channel.askRefund({ refundId, payment, channelReference: null, acceptedAt: new Date() }),
      )
      .toMatchObject({ kind: 'ended', result: { kind: 'succeeded' } });
  });

  test('says why something is not possible', async () => {
    const answer = await open().triggers.pull(await opened(), 'dispute_won');
    expect(answer).toEqual({ kind: 'not_possible', reason: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  test('is unavailable if the processor is unavailable', async () => {
    expect((await open().unreachable.pull(await opened(), 'late_success')).kind).toBe('unavailable');
  });
}
