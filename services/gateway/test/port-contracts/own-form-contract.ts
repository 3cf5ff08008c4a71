import { expect, test } from 'vitest';
import type { CardData, PaymentChannel } from '../../src/ports/payment-channel.ts';
import { submissionOf } from '../builders/channel-calls.ts';
import { amount, openPayment } from './channel-bench.ts';

/** What the contract suite needs in addition for a channel that takes cards from a page's own form (`card`). */
export interface OwnFormBench {
  readonly channel: PaymentChannel;
  readonly unreachable: PaymentChannel;
  readonly cards: Readonly<Record<'succeeds' | 'unanswered', CardData>>;
  newAttemptId(): string;
}

/** The contract of channels that take a card which the gateway submits. */
export function ownFormContract(open: () => OwnFormBench): void {
  test('a submission that is not answered is unknown, and its result is found by asking', async () => {
    const { channel, cards } = open();
    const payment = await openPayment(open(), 'card');
    expect(await channel.submit(submissionOf(payment, cards.unanswered))).toMatchObject({
      kind: 'unknown',
    });
    await expect
      .poll(() => channel.ask(payment))
      .toMatchObject({ kind: 'ended', result: { kind: 'succeeded', paid: amount } });
  });

  test('a submission to an unreachable processor is unknown', async () => {
    const { unreachable, cards } = open();
    const payment = await openPayment(open(), 'card');
    expect(await unreachable.submit(submissionOf(payment, cards.succeeds))).toMatchObject({
      kind: 'unknown',
    });
  });
}
