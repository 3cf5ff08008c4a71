import { expect, test } from 'vitest';
import { inTime } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import { amount, type ChannelBench } from './channel-bench.ts';
import { stepsAt } from './channel-steps.ts';
import type { ChannelTraits } from './channel-traits.ts';

/** The contract of the books of every PaymentChannel. */
export function channelBooksContract(open: () => ChannelBench, traits: ChannelTraits): void {
  const { opened, submitted, resultOf, paid, refundResultOf } = stepsAt(open, traits);

  const aroundNow = () => ({ from: new Date(Date.now() - 60_000), before: new Date(Date.now() + 60_000) });

  async function linesAbout(references: readonly string[], span = aroundNow()) {
    const statement = await open().channel.statement(span);
    if (statement.kind !== 'statement') throw new Error(statement.detail);
    const named = statement.lines.filter((line) => line.reference !== null);
    return named.filter(({ reference }) => references.includes(reference));
  }

  if (traits.hasOpenBooks) {
    test('list each payment and refund once, with our ID, its amount and its state', async () => {
      const { channel, newRefundId } = open();
      const payment = await paid();
      const declined = traits.isDeclinable ? await submitted('declined') : null;
      if (declined !== null) await resultOf(declined);
      const prepared = await opened();
      const refundId = newRefundId(payment.attemptId);
      await channel.refund(inTime({ refundId, payment, amount: money(500, 'EUR') }));
      await refundResultOf(payment, refundId);
      const references = [payment, prepared, declined].flatMap((each) => each?.attemptId ?? []);
      const lines = await linesAbout([...references, refundId]);
      const told = lines.map(({ subject, reference, state }) => `${subject} ${reference} ${state}`).sort();
      // The books may leave out a payment that brought no money.
      expect(told.filter((line) => line !== `payment ${declined?.attemptId} failed`)).toEqual([
        `payment ${payment.attemptId} succeeded`,
        `refund ${refundId} succeeded`,
      ]);
      const amounts = { payment: amount, refund: money(500, 'EUR'), dispute: null };
      for (const line of lines.filter(({ state }) => state === 'succeeded')) {
        expect(line).toMatchObject({
          amount: amounts[line.subject],
          channelReference: expect.stringMatching(/./),
        });
      }
    });

    if (traits.tellsOfDisputes) {
      test('list a dispute once, with the attempt whose money it concerns and its state', async () => {
        const payment = await paid();
        for (const state of ['opened', 'won'] as const) {
          const channelReference = await open().dispute?.(payment, state);
          const lines = await linesAbout([payment.attemptId]);
          expect(lines.filter(({ subject }) => subject === 'dispute')).toMatchObject([
            {
              subject: 'dispute',
              reference: payment.attemptId,
              channelReference,
              amount,
              state,
              at: expect.any(Date),
            },
          ]);
        }
      });
    }

    test('include the first moment of their span and exclude its end', async () => {
      const { attemptId } = await paid();
      const [line] = await linesAbout([attemptId]);
      if (line === undefined) throw new Error('no line');
      const at = line.at.getTime();
      // Vendors count in whole seconds.
      const second = (offset: number) => new Date(Math.floor(at / 1_000 + offset) * 1_000);
      expect(await linesAbout([attemptId], { from: second(0), before: second(1) })).toHaveLength(1);
      expect(await linesAbout([attemptId], { from: second(-1), before: second(0) })).toEqual([]);
      expect(await linesAbout([attemptId], { from: second(1), before: second(2) })).toEqual([]);
    });
  }

  test('are not empty but unavailable if the processor does not answer', async () => {
    expect(await open().unreachable.statement(aroundNow())).toMatchObject({ kind: 'unavailable' });
  });
}
