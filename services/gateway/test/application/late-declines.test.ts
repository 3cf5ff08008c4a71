import { expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { noteUnderWay } from '../../src/domain/attempt/submit-attempt.ts';
import {
  afterChange,
  declined,
  eventsOf,
  latest,
  openedDirectDebit,
  openingOf,
  succeeded,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { rawCallback } from '../in-memory/fake-callbacks.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const decline = { ...declined, declineReference: 'ch_1' } as const;

/** Makes an order whose consumer has retried a direct debit that was declined. The gateway learned of the decline by asking. */
function retriedDebit() {
  const order = openedDirectDebit();
  const attempts = order.attempts.map((attempt) => ({
    ...attempt,
    opening: {
      ...openingOf(attempt.attemptId),
      renderType: 'PROCESSOR_ELEMENT',
      resultWithinDays: 14,
    } as const,
  }));
  const { attemptId } = latest(order);
  const debited = afterChange(noteUnderWay({ ...order, attempts }, attemptId, after(20)));
  const failed = afterChange(applyPaymentResult(debited, attemptId, decline, after(30)));
  return afterChange(noteUnderWay(failed, attemptId, after(40)));
}

test.each([
  ['under way', null, 'SUBMITTED'],
  ['declined', decline, 'FAILED'],
  ['paid', succeeded(), 'SUCCEEDED'],
] as const)(
  'if a callback about a decline arrives after the consumer has retried, the gateway asks the channel and applies the answer (fault 19): %s',
  async (_case, result, state) => {
    const surroundings = newSurroundings();
    const gateway = new TestGateway(surroundings);
    const order = retriedDebit();
    const { attemptId } = latest(order);
    const { channel, clock } = surroundings;
    clock.set(after(42));
    // The builders change orders without records in the history, so set the version to that of the only record.
    await surroundings.orders.insert({ ...order, version: 1, outbox: [] });
    const there = { charges: 1, isSubmitted: true, isReserved: false, movedAt: clock.now() };
    channel.payments.set(attemptId, { ...there, amount: order.amount, result });
    const notification = { kind: 'payment', attemptId, result: decline } as const;
    await gateway.receiveCallback.execute('Sandbox', rawCallback({ callbackId: 'evt_1', notification }));
    await gateway.settle();
    const told = await gateway.order(order.orderId);
    expect([told.state, latest(told).state, eventsOf(told)]).toEqual(['PAYING', 'SUBMITTED', []]);
    expect(await gateway.types(order.orderId)).toEqual([]);
    await gateway.attendAfter(1);
    expect(channel.inquiries).toBe(1);
    expect(latest(await gateway.order(order.orderId)).state).toBe(state);
  },
);
