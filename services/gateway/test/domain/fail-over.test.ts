import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { attemptsToCancel } from '../../src/domain/attempt/cancel-attempt.ts';
import { planFailover } from '../../src/domain/attempt/fail-over.ts';
import {
  hasTooManyAttempts,
  MAX_ATTEMPTS,
  MAX_OPENINGS,
  planOpening,
  recordOpening,
} from '../../src/domain/attempt/open-attempt.ts';
import { recordSubmissionRefused } from '../../src/domain/attempt/submit-attempt.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { channelsThatFailed } from '../../src/domain/routing/choose-channels.ts';
import {
  afterChange,
  cardMethod,
  closed,
  failed,
  latest,
  newOrder,
  opened,
  opening,
  openingOf,
  orderIn,
  submitted,
  succeeded,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const other = {
  channelId: 'Other',
  channelType: 'Other',
  route: { reason: 'failover', passedOver: [{ channelId: 'Sandbox', reason: 'unavailable' }] },
} as const;
const failure = { code: 'no', message: 'No.', category: 'processing_error' } as const;
const refused = { kind: 'refused', failure } as const;
const unavailable = { kind: 'unavailable' } as const;

function failedOver(order: PaymentOrder, fault: typeof refused | typeof unavailable = unavailable) {
  const plan = planFailover(order, latest(order).attemptId, fault, other, after(12));
  if (plan.kind !== 'new') throw new Error(`no failover: ${plan.kind}`);
  return plan.order;
}

describe('a channel that does not open an attempt', () => {
  test.each([
    ['gave no answer', unavailable, 'ABANDONED', 'opening_unavailable', null],
    ['refused', refused, 'FAILED', 'opening_refused', failure],
  ] as const)('and %s is replaced by another in one change', (_case, fault, state, channelFault, why) => {
    const order = opening(newOrder());
    const next = failedOver(order, fault);
    expect(next.attempts).toMatchObject([
      { state, channelFault, failure: why, endedAt: after(12) },
      { state: 'OPENING', channelId: 'Other', methodCode: 'card', route: other.route, channelFault: null },
    ]);
    expect([next.state, next.version]).toEqual(['INIT', order.version + 1]);
    expect(channelsThatFailed(next)).toEqual(new Set(['Sandbox']));
  });

  test('is awaited if no other is left, unless it refused, which ends the attempt', () => {
    const order = opening(newOrder());
    const { attemptId } = latest(order);
    expect(planFailover(order, attemptId, unavailable, null, after(12))).toEqual({ kind: 'waits' });
    const plan = planFailover(order, attemptId, refused, null, after(12));
    expect(plan).toMatchObject({
      kind: 'ended',
      order: { state: 'INIT', attempts: [{ state: 'FAILED', failure }] },
    });
  });

  test('if a channel has a payment of the attempt that the gateway does not know, the attempt is kept, because the payment may be paid (fault 96)', () => {
    const order = opening(newOrder());
    const known = { kind: 'unavailable', hasPayment: true } as const;
    expect(planFailover(order, latest(order).attemptId, known, other, after(12))).toEqual({ kind: 'waits' });
  });

  test.each([
    ['was opened by another call', () => opened()],
    ['was submitted', () => submitted()],
    ['has failed', () => failed()],
    ['was paid by callback', () => orderIn.PAY_SUCCESS()],
    ['was closed with its order', () => closed(opening(newOrder()))],
  ])(
    'a failover adds no attempt if the earlier attempt has changed its state meanwhile (fault 49): it %s',
    (_case, make) => {
      const order = make();
      // The order itself could still be paid. Only the attempt's state prevents the failover.
      const plan = planFailover(order, latest(order).attemptId, unavailable, other, after(60));
      expect(plan).toEqual({ kind: 'moved_on' });
    },
  );

  test('a failover replaces an attempt at most once (fault 49)', () => {
    const order = opening(newOrder());
    const plan = planFailover(failedOver(order), latest(order).attemptId, unavailable, other, after(13));
    expect(plan).toEqual({ kind: 'moved_on' });
  });

  test('has no successor once the order takes no payment any more', () => {
    const order = opening(newOrder());
    expect(planFailover(order, latest(order).attemptId, unavailable, other, after(1800)).kind).toBe('waits');
  });

  test('has to cancel the payment if it opened it after all, and the money is returned if it was paid', () => {
    const order = failedOver(opening(newOrder()));
    const [first] = order.attempts;
    const { attemptId = '' } = first ?? {};
    const late = afterChange(recordOpening(order, attemptId, openingOf(attemptId), after(20)));
    expect(attemptsToCancel(late, after(20)).map((attempt) => attempt.attemptId)).toEqual([attemptId]);
    const second = afterChange(
      recordOpening(late, latest(late).attemptId, openingOf(latest(late).attemptId), after(21)),
    );
    const paid = afterChange(
      applyPaymentResult(submitted(second), latest(second).attemptId, succeeded(), after(30)),
    );
    const both = afterChange(applyPaymentResult(paid, attemptId, succeeded(), after(31)));
    expect(both.refunds).toMatchObject([{ origin: 'second_payment', attemptId }]);
    expect(both.paidByAttemptId).toBe(latest(second).attemptId);
  });

  test('pays the order if nothing else has, and the attempt in its place is to be cancelled', () => {
    const order = failedOver(opening(newOrder()));
    const second = afterChange(
      recordOpening(order, latest(order).attemptId, openingOf(latest(order).attemptId), after(21)),
    );
    const first = order.attempts[0]?.attemptId ?? '';
    const paid = afterChange(applyPaymentResult(second, first, succeeded(), after(30)));
    expect([paid.state, paid.paidByAttemptId]).toEqual(['PAY_SUCCESS', first]);
    expect(attemptsToCancel(paid, after(30)).map(({ attemptId }) => attemptId)).toEqual([
      latest(second).attemptId,
    ]);
  });
});

describe('the limit on attempts', () => {
  const triedBy = (order: PaymentOrder) => {
    const plan = planOpening(order, cardMethod, null, after(50));
    return plan.kind === 'refused' ? plan.reason : plan.kind;
  };

  test('does not count attempts that a channel did not open: an outage locks nobody out', () => {
    let order = opening(newOrder());
    for (let count = 0; count < MAX_ATTEMPTS + 5; count += 1) order = failedOver(order);
    expect(hasTooManyAttempts(order)).toBe(false);
    const { attemptId } = latest(order);
    order = failed(submitted(afterChange(recordOpening(order, attemptId, openingOf(attemptId), after(13)))));
    expect(triedBy(order)).toBe('new');
  });

  test('limits those attempts too', () => {
    let order = opening(newOrder());
    while (order.attempts.length < MAX_OPENINGS) order = failedOver(order);
    const { attemptId } = latest(order);
    expect(planFailover(order, attemptId, unavailable, other, after(12))).toEqual({ kind: 'waits' });
    expect(planFailover(order, attemptId, refused, other, after(12)).kind).toBe('ended');
    order = failed(submitted(afterChange(recordOpening(order, attemptId, openingOf(attemptId), after(13)))));
    expect(triedBy(order)).toBe('TOO_MANY_ATTEMPTS');
  });
});

describe('a refused submission', () => {
  test('fails the payment and puts its channel last for this order', () => {
    const order = submitted();
    const next = afterChange(recordSubmissionRefused(order, latest(order).attemptId, failure, after(21)));
    expect(next).toMatchObject({ state: 'PAY_FAIL', attempts: [{ state: 'FAILED', failure }] });
    expect(channelsThatFailed(next)).toEqual(new Set(['Sandbox']));
    // A payment that fails for another reason, such as a declined card, shows that the channel takes payments again.
    expect(channelsThatFailed(failed(submitted(opened(next))))).toEqual(new Set());
  });

  test('changes nothing if the result was already known', () => {
    const order = failed();
    const decision = recordSubmissionRefused(order, latest(order).attemptId, failure, after(31));
    expect(decision.kind).toBe('unchanged');
  });
});
