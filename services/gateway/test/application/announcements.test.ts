import { describe, expect, test } from 'vitest';
import { announcementsOf } from '../../src/application/announcements.ts';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { planCancellation } from '../../src/domain/attempt/cancel-attempt.ts';
import { noteUncollected } from '../../src/domain/attempt/note-uncollected.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import type { Decision, PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { applyRefundResult } from '../../src/domain/refund/progress-refund.ts';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { repeatReturn } from '../../src/domain/refund/return-money.ts';
import {
  afterChange,
  closed,
  closing,
  declined,
  disputed,
  failed,
  latest,
  money,
  newOrder,
  opened,
  paid,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { refundCommand } from '../in-memory/requests.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const refused = { kind: 'failed', failure: { code: 'refused', message: 'No.' } } as const;
const DAY_SECONDS = 24 * 60 * 60;

/** The announcements of one decision. */
function announced(before: PaymentOrder, decision: Decision) {
  return announcementsOf(before, afterChange(decision));
}

function paidTooLate(): PaymentOrder {
  const order = closed(submitted());
  return afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(1900)));
}

function refundIdOf(order: PaymentOrder): string {
  return order.refunds.at(-1)?.refundId ?? '';
}

function notReturned(): PaymentOrder {
  const order = paidTooLate();
  return afterChange(applyRefundResult(order, refundIdOf(order), refused, after(1901)));
}

describe('an alert is raised about a stored report', () => {
  test('of a payment, without the report', () => {
    const order = submitted();
    const { orderId } = order;
    const { attemptId } = latest(order);
    expect(
      announced(order, applyPaymentResult(order, attemptId, succeeded(money(1)), after(30))),
    ).toStrictEqual([{ kind: 'result_quarantined', orderId, attemptId }]);
  });

  test('of a refund, with the report', () => {
    const order = withRefund(paid(), { amountMinor: 3_000, state: 'FAILED' });
    const result = { kind: 'succeeded', returned: money(3_000) } as const;
    const next = afterChange(applyRefundResult(order, refundIdOf(order), result, after(50)));
    expect(announcementsOf(order, next)).toStrictEqual([
      {
        kind: 'result_quarantined',
        orderId: order.orderId,
        attemptId: order.paidByAttemptId,
        result: next.quarantine[0],
      },
    ]);
  });

  test('of a dispute, with the report', () => {
    const order = disputed();
    const report = { kind: 'opened', channelReference: 'dsp_2', amount: money(10) } as const;
    const next = afterChange(applyDisputeReport(order, latest(order).attemptId, report, after(60)));
    expect(announcementsOf(order, next)).toMatchObject([
      { kind: 'result_quarantined', result: { subject: { kind: 'dispute', channelReference: 'dsp_2' } } },
    ]);
  });

  test('twice if two of them arrive at the same moment', () => {
    const order = submitted();
    const { attemptId } = latest(order);
    const one = afterChange(applyPaymentResult(order, attemptId, succeeded(money(1)), after(30)));
    const both = afterChange(applyPaymentResult(one, attemptId, succeeded(money(2)), after(30)));
    expect(announcementsOf(order, one)).toHaveLength(1);
    expect(announcementsOf(one, both)).toHaveLength(1);
    // Two reports also raise two alerts if one write stores both.
    expect(announcementsOf(order, both)).toHaveLength(2);
  });

  test('once each, whether simultaneous changes are written together or one by one', async () => {
    const gateway = new TestGateway();
    const { alerts } = gateway.surroundings;
    const { attemptId } = latest(await gateway.submitted(await gateway.merchant()));
    const amounts = [money(1), money(2), money(1)];
    await Promise.all(amounts.map((amount) => gateway.result(attemptId, succeeded(amount))));
    await gateway.result(attemptId, declined);
    expect(alerts.kinds).toEqual(['result_quarantined', 'result_quarantined']);
  });
});

describe('an alert is raised about a return of money', () => {
  test.each([
    ['late_payment', () => closed(submitted())],
    ['second_payment', () => paid(submitted(opened(failed())))],
  ] as const)('as a %s', (origin, make) => {
    const order = make();
    const first = order.attempts[0]?.attemptId ?? '';
    expect(announced(order, applyPaymentResult(order, first, succeeded(), after(1900)))).toStrictEqual([
      { kind: 'money_returned', orderId: order.orderId, origin },
    ]);
  });

  test('when the channel refuses it, and not again when the refusal is reported again', () => {
    const order = paidTooLate();
    const refundId = refundIdOf(order);
    const failed = afterChange(applyRefundResult(order, refundId, refused, after(1901)));
    expect(announcementsOf(order, failed)).toStrictEqual([
      { kind: 'return_failed', orderId: order.orderId, refundId },
    ]);
    const made = { kind: 'succeeded', returned: money(10_000) } as const;
    expect(announced(failed, applyRefundResult(failed, refundId, made, after(1902)))).toMatchObject([
      { kind: 'result_quarantined' },
    ]);
  });

  test('not when an operator repeats it, because it is the same money, but when it fails again', () => {
    const order = notReturned();
    const repeated = repeatReturn(order, refundIdOf(order), after(2000));
    if (repeated.kind !== 'repeated') throw new Error(repeated.reason);
    expect(announcementsOf(order, repeated.order)).toEqual([]);
    const { refundId } = repeated;
    const failedAgain = applyRefundResult(repeated.order, refundId, refused, after(2001));
    expect(announced(repeated.order, failedAgain)).toStrictEqual([
      { kind: 'return_failed', orderId: order.orderId, refundId },
    ]);
  });

  test('not when a merchant requested it, whatever its result', () => {
    const order = paid();
    for (const state of ['INITIALISED', 'PROCESSING', 'SUCCESS', 'FAILED'] as const) {
      expect(announcementsOf(order, withRefund(order, { amountMinor: 3_000, state }))).toEqual([]);
    }
  });
});

/** Makes a refund that its channel accepted and never reported on again, until it is a case. */
async function acceptedAndForgotten() {
  const gateway = new TestGateway();
  const { channel, alerts } = gateway.surroundings;
  const merchant = await gateway.merchant();
  const { orderId } = await gateway.paid(merchant);
  channel.refund = async () => ({ kind: 'pending', channelReference: 're_1' });
  channel.askRefund = async () => ({ kind: 'pending', channelReference: 're_1' });
  await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
  await gateway.settle();
  const openKinds = async () => {
    const { cases } = await gateway.listCases.execute({ kind: null, after: null, limit: 10 });
    return cases.map(({ kind }) => kind);
  };
  while ((await openKinds()).length === 0) await gateway.attendAfter(3_601);
  const refundId = refundIdOf(await gateway.order(orderId));
  const told = () => alerts.raised.filter(({ kind }) => kind === 'refund_unresolved');
  return { gateway, openKinds, told, refundId, alert: { kind: 'refund_unresolved', orderId, refundId } };
}

describe('an alert is raised about a refund without a result', () => {
  test('once, when it becomes a case', async () => {
    const { gateway, openKinds, told, alert } = await acceptedAndForgotten();
    expect(told()).toStrictEqual([alert]);
    for (let days = 0; days < 3; days += 1) await gateway.attendAfter(DAY_SECONDS);
    expect(await openKinds()).toEqual(['refund_unresolved']);
    expect(told()).toHaveLength(1);
  });

  test('again, when it has still not ended a month after its case was settled', async () => {
    const { gateway, openKinds, told, refundId, alert } = await acceptedAndForgotten();
    gateway.surroundings.clock.pass(120);
    await gateway.settleCase(refundId, 'Asked the processor.');
    for (let days = 0; days < 29; days += 1) await gateway.attendAfter(DAY_SECONDS);
    expect(told()).toHaveLength(1);
    for (let days = 0; days < 3; days += 1) await gateway.attendAfter(DAY_SECONDS);
    expect(await openKinds()).toEqual(['refund_unresolved']);
    expect(told()).toStrictEqual([alert, alert]);
  });
});

test('an alert is raised once about an attempt whose channel gives no answer, and again if its case opens again', () => {
  const order = closing(submitted());
  const { attemptId } = latest(order);
  const later = after(1800 + 2 * DAY_SECONDS);
  const tried = planCancellation(order, attemptId, later);
  if (tried.kind !== 'call') throw new Error(tried.kind);
  const givenUp = planCancellation(tried.order, attemptId, after(1800 + 3 * DAY_SECONDS));
  if (givenUp.kind !== 'given_up') throw new Error(givenUp.kind);
  expect(announcementsOf(order, tried.order)).toEqual([]);
  const alert = { kind: 'cancellation_given_up', orderId: order.orderId, attemptId };
  expect(announcementsOf(tried.order, givenUp.order)).toStrictEqual([alert]);
  expect(announcementsOf(givenUp.order, { ...givenUp.order })).toEqual([]);
  const [attempt] = givenUp.order.attempts;
  const again = { ...givenUp.order, attempts: [{ ...latest(order), ...attempt, unresolvedSince: after(0) }] };
  expect(announcementsOf(givenUp.order, again)).toStrictEqual([alert]);
});

test('an alert is raised about a payment each time that its channel could not collect it', () => {
  const order = paid();
  const { attemptId } = latest(order);
  const report = (current: PaymentOrder, channelReference: string) =>
    afterChange(noteUncollected(current, attemptId, { channelReference, reason: 'No.' }, after(90)));
  const once = report(order, 'cpt_1');
  const alert = { kind: 'payment_uncollected', orderId: order.orderId, attemptId };
  expect(announcementsOf(order, once)).toStrictEqual([alert]);
  expect(announcementsOf(once, { ...once })).toEqual([]);
  expect(announcementsOf(once, report(once, 'cpt_2'))).toStrictEqual([alert]);
});

test('an alert is raised about each payment of which more went back than was paid, and again about a further excess', () => {
  const refunded = withRefund(paid(), { amountMinor: 6_000 });
  const attempts = [...refunded.attempts, { ...latest(refunded), attemptId: 'second' }];
  const order: PaymentOrder = { ...refunded, attempts };
  const back = (attemptId: string, amountMinor: number) =>
    ({
      ...order.refunds[0],
      attemptId,
      origin: attemptId === 'second' ? 'second_payment' : 'merchant',
      state: 'SUCCESS',
      amount: money(amountMinor),
      completedAt: after(60),
    }) as Refund;
  const first = latest(refunded).attemptId;
  const excess = (...refunds: Refund[]): PaymentOrder => ({ ...order, refunds });
  const whole = excess(back(first, 10_000));
  const one = excess(back(first, 10_000), back(first, 4_000));
  const both = excess(...one.refunds, back('second', 10_000), back('second', 2_000));
  const told = [{ kind: 'returned_too_much', orderId: order.orderId }];
  const ofExcess = (before: PaymentOrder, next: PaymentOrder) =>
    announcementsOf(before, next).filter(({ kind }) => kind === 'returned_too_much');
  expect(ofExcess(order, whole)).toEqual([]);
  expect(ofExcess(whole, one)).toEqual(told);
  expect(ofExcess(one, both)).toEqual(told);
  expect(ofExcess(both, { ...both, version: 99 })).toEqual([]);
});

test('no alert is raised if everything goes well', () => {
  const steps = [newOrder(), opened(), submitted(), paid()];
  for (const [index, step] of steps.entries()) {
    expect(announcementsOf(steps[index - 1] ?? step, step)).toEqual([]);
  }
});
