import type { PaymentRenderType } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { attemptsToCancel, recordCancelled } from '../../src/domain/attempt/cancel-attempt.ts';
import { hasTooManyAttempts, MAX_ATTEMPTS } from '../../src/domain/attempt/open-attempt.ts';
import { type PaymentOrder, replaceAttempt } from '../../src/domain/order/payment-order.ts';
import { nextAttentionAt } from '../../src/domain/order/schedule.ts';
import {
  afterChange,
  closed,
  declined,
  failed,
  justFailed,
  latest,
  newOrder,
  opened,
  opening,
  paid,
  submitted,
  succeeded,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

/** Gives the order's latest attempt a form of this render type. */
function paidWith(renderType: PaymentRenderType, order: PaymentOrder = submitted()): PaymentOrder {
  const attempt = latest(order);
  if (attempt.opening === null) throw new Error('not opened');
  return replaceAttempt(order, { ...attempt, opening: { ...attempt.opening, renderType } });
}

const refused = {
  kind: 'failed',
  failure: { code: 'card_declined', message: 'Declined.', category: 'declined' },
  card: null,
} as const;

/** Applies a decline that has its own reference at the channel. */
function decline(order: PaymentOrder, declineReference: string, attempt = latest(order)) {
  return applyPaymentResult(order, attempt.attemptId, { ...refused, declineReference }, after(31));
}

describe('a failed attempt', () => {
  test.each<[PaymentRenderType, Date]>([
    ['OWN_FORM', after(30)],
    ['REDIRECT', after(30)],
    // In the processor's own form, the consumer can try another card until the order's validity ends.
    ['PROCESSOR_ELEMENT', after(1800)],
    ['COMPONENT_SDK', after(1800)],
  ])(
    'a failed attempt is cancelled at its channel once the consumer cannot retry there (fault 54): %s at %s',
    (renderType, dueAt) => {
      const order = justFailed(paidWith(renderType));
      expect(latest(order)).toMatchObject({ state: 'FAILED', cancellation: { dueAt } });
      expect(attemptsToCancel(order, dueAt)).toHaveLength(1);
      const ended = afterChange(recordCancelled({ ...order, outbox: [] }, latest(order).attemptId, dueAt));
      expect(latest(ended)).toMatchObject({ state: 'FAILED', cancellation: null });
      expect(nextAttentionAt(ended)).toBeNull();
    },
  );

  test('a failed attempt is cancelled as soon as another attempt is opened (fault 54)', () => {
    const order = opened(justFailed(paidWith('PROCESSOR_ELEMENT')));
    expect(attemptsToCancel(order, after(60)).map(({ attemptId }) => attemptId)).toEqual([
      order.attempts[0]?.attemptId,
    ]);
  });

  test('a failed attempt is cancelled as soon as another attempt has paid (fault 54)', () => {
    const second = submitted(opened(failed()));
    const [first] = second.attempts;
    if (first === undefined) throw new Error('no attempt');
    const cancellation = { requestedAt: after(30), dueAt: after(1800), tries: 0, triedAt: null };
    const waiting = replaceAttempt(second, { ...first, cancellation });
    const order = afterChange(applyPaymentResult(waiting, latest(waiting).attemptId, succeeded(), after(70)));
    expect(order.attempts[0]?.cancellation).toMatchObject({ dueAt: after(70) });
  });

  test('a failed attempt of an order that has ended is cancelled immediately (fault 54)', () => {
    const attemptId = latest(submitted()).attemptId;
    const order = applyPaymentResult(paidWith('PROCESSOR_ELEMENT'), attemptId, declined, after(1801));
    expect(latest(afterChange(order)).cancellation).toMatchObject({ dueAt: after(1801) });
  });

  test('if Kassa has given up cancelling a failed attempt, it tries again when the channel next reports on the attempt (fault 54)', () => {
    const order = closed(submitted());
    const given = replaceAttempt(order, { ...latest(order), unresolvedSince: after(90_000) });
    const { attemptId } = latest(given);
    const told = afterChange(applyPaymentResult(given, attemptId, declined, after(99_000)));
    expect(latest(told)).toMatchObject({ cancellation: { dueAt: after(99_000) } });
  });

  test('if the channel declines an attempt late, the case about its unknown result stays open until the channel confirms that the attempt is cancelled or paid (fault 20)', () => {
    const order = closed(submitted());
    const given = replaceAttempt(order, { ...latest(order), unresolvedSince: after(90_000) });
    const { attemptId } = latest(given);
    const told = afterChange(applyPaymentResult(given, attemptId, declined, after(99_000)));
    expect(latest(told).unresolvedSince).toEqual(after(90_000));
    expect(latest(afterChange(recordCancelled(told, attemptId, after(99_001)))).unresolvedSince).toBeNull();
    const paid = afterChange(applyPaymentResult(told, attemptId, succeeded(), after(99_001)));
    expect(latest(paid).unresolvedSince).toBeNull();
  });

  test('a failed attempt that was never opened at its channel needs no cancellation (fault 54)', () => {
    const order = opening(newOrder());
    const end = afterChange(applyPaymentResult(order, latest(order).attemptId, declined, after(30)));
    expect(latest(end)).toMatchObject({ state: 'FAILED', cancellation: null });
  });

  test('if the consumer retries in the processor’s own form and succeeds, the failed attempt pays the order (fault 54)', () => {
    const order = justFailed(paidWith('PROCESSOR_ELEMENT'));
    const end = afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(60)));
    expect(end).toMatchObject({ state: 'PAY_SUCCESS', paidByAttemptId: latest(order).attemptId });
    expect(latest(end).cancellation).toBeNull();
  });
});

describe('declines in the processor’s own form', () => {
  const retried = (count: number) => {
    let order = paidWith('PROCESSOR_ELEMENT');
    for (let index = 1; index <= count; index += 1) order = afterChange(decline(order, `ch_${index}`));
    return order;
  };

  test('each decline in the card form that the processor serves counts once toward the ten allowed attempts (fault 54)', () => {
    expect(hasTooManyAttempts(retried(MAX_ATTEMPTS - 1))).toBe(false);
    expect(hasTooManyAttempts(retried(MAX_ATTEMPTS))).toBe(true);
    expect(decline(retried(3), 'ch_2').kind).toBe('unchanged');
  });

  test('an attempt is cancelled at its channel after the tenth decline (fault 54)', () => {
    expect(latest(retried(MAX_ATTEMPTS - 1)).cancellation).toMatchObject({ dueAt: after(1800) });
    expect(latest(retried(MAX_ATTEMPTS)).cancellation).toMatchObject({ dueAt: after(31) });
  });

  test('however many declines an attempt has, the merchant gets one event about its failure (fault 54)', () => {
    const types = retried(4).outbox.map(({ type }) => type);
    expect(types.filter((type) => type === 'order.payment.failed')).toHaveLength(1);
  });

  test('a decline neither reopens a closed order nor changes a paid one (fault 54)', () => {
    const order = closed(submitted());
    const end = afterChange(decline(order, 'ch_9'));
    expect([end.state, latest(end).state]).toEqual([order.state, latest(order).state]);
    expect(decline(paid(), 'ch_9').kind).toBe('unchanged');
  });
});
