import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { afterRecorded, outcomeOf } from '../../src/domain/dispute/disputes-set-aside.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import {
  afterChange,
  closed,
  disputed,
  eventsOf,
  failed,
  money,
  opened,
  orderIn,
  paid,
  refundNumbered,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

function report(
  order: PaymentOrder,
  kind: DisputeReport['kind'],
  { amountMinor = 10_000, reference = 'dsp_1', attempt = 1, currency = 'USD' } = {},
) {
  return applyDisputeReport(
    order,
    order.attempts[attempt - 1]?.attemptId ?? 'txn_foreign',
    { kind, channelReference: reference, amount: money(amountMinor, currency) },
    after(90),
  );
}

const partlyRefunded = () => withRefund(paid(), { amountMinor: 3_000, state: 'SUCCESS' });

describe('a dispute that ends', () => {
  test.each<[string, () => PaymentOrder, 'won' | 'lost', number, string, number, number]>([
    // the order in dispute, the outcome, the disputed amount, the state afterwards, the refunded amount, the amount still
    // refundable
    ['won, nothing refunded', () => disputed(), 'won', 10_000, 'PAY_SUCCESS', 0, 10_000],
    [
      'won, partly refunded before',
      () => disputed(partlyRefunded(), 7_000),
      'won',
      7_000,
      'PARTIAL_REFUND',
      3_000,
      7_000,
    ],
    [
      'won, refunded wholly meanwhile',
      () => {
        const order = disputed(withRefund(paid(), { number: 'R', amountMinor: 10_000, state: 'PROCESSING' }));
        return endRefund(order);
      },
      'won',
      10_000,
      'REFUNDED',
      10_000,
      0,
    ],
    ['lost over everything', () => disputed(), 'lost', 10_000, 'REFUNDED', 10_000, 0],
    ['lost over a part', () => disputed(paid(), 4_000), 'lost', 4_000, 'PARTIAL_REFUND', 4_000, 6_000],
    [
      'lost over the rest of a partly refunded order',
      () => disputed(partlyRefunded(), 7_000),
      'lost',
      7_000,
      'REFUNDED',
      10_000,
      0,
    ],
    [
      'lost over a part of a partly refunded order',
      () => disputed(partlyRefunded(), 2_000),
      'lost',
      2_000,
      'PARTIAL_REFUND',
      5_000,
      5_000,
    ],
    [
      'lost over more than refunds had left',
      () => disputed(partlyRefunded(), 10_000),
      'lost',
      10_000,
      'REFUNDED',
      13_000,
      0,
    ],
  ])('%s', (_case, build, outcome, amountMinor, state, refunded, refundable) => {
    const before = build();
    const order = afterChange(report(before, outcome, { amountMinor }));
    expect(order.state).toBe(state);
    expect(order.version).toBe(before.version + 1);
    expect(refundedMinor(order)).toBe(refunded);
    expect(refundableMinor(order)).toBe(refundable);
    expect(eventsOf(order).slice(before.outbox.length)).toEqual([`order.dispute.${outcome}`]);
    expect(order.dispute).toMatchObject({ state: outcome, resolvedAt: after(90) });
    expect(report(order, 'opened', { amountMinor }).kind).toBe('unchanged');
    expect(report(order, outcome, { amountMinor }).kind).toBe('unchanged');
    // The opposite outcome contradicts the order. Money depends on which one is true, so an operator has to look.
    expectSetAside(order, outcome === 'won' ? 'lost' : 'won', { amountMinor });
  });
});

describe('the deadline for the merchant’s answer to the bank', () => {
  const told = (order: PaymentOrder, kind: DisputeReport['kind'], respondBy?: Date) =>
    applyDisputeReport(
      order,
      order.attempts[0]?.attemptId ?? '',
      { kind, channelReference: 'dsp_1', amount: money(10_000), ...(respondBy && { respondBy }) },
      after(90),
    );

  test('is stored with the dispute as reported, and is unknown if the channel does not say', () => {
    expect(afterChange(told(paid(), 'opened', after(500))).dispute?.respondBy).toEqual(after(500));
    expect(afterChange(told(paid(), 'opened')).dispute?.respondBy).toBeNull();
    expect(afterChange(told(paid(), 'lost', after(500))).dispute?.respondBy).toEqual(after(500));
  });

  test('stays unless a later report names another, which changes nothing else', () => {
    const order = afterChange(told(paid(), 'opened', after(500)));
    expect(told(order, 'opened').kind).toBe('unchanged');
    expect(told(order, 'opened', after(500)).kind).toBe('unchanged');
    const longer = afterChange(told(order, 'opened', after(900)));
    expect(longer).toEqual({
      ...order,
      version: order.version + 1,
      dispute: { ...order.dispute, respondBy: after(900) },
    });
    expect(afterChange(told(longer, 'won')).dispute).toMatchObject({ state: 'won', respondBy: after(900) });
  });

  test('no longer matters once the dispute has ended', () => {
    const won = afterChange(told(disputed(), 'won'));
    expect(told(won, 'opened', after(900)).kind).toBe('unchanged');
    expect(told(won, 'won', after(900)).kind).toBe('unchanged');
  });
});

/** Checks that the report is only stored for an operator, and stored only once. */
function expectSetAside(
  order: PaymentOrder,
  kind: DisputeReport['kind'],
  wish: Parameters<typeof report>[2] = {},
): void {
  const { amountMinor = 10_000, currency = 'USD', reference = 'dsp_1', attempt = 1 } = wish;
  const next = afterChange(report(order, kind, wish));
  const receivedAt = afterRecorded(order, reference, after(90));
  expect(next).toEqual({
    ...order,
    version: order.version + 1,
    quarantine: [
      ...order.quarantine,
      {
        attemptId: order.attempts[attempt - 1]?.attemptId,
        reported: money(amountMinor, currency),
        receivedAt,
        subject: {
          kind: 'dispute',
          channelReference: reference,
          result: kind,
          isAfterOutcome: outcomeOf(order, reference) !== undefined,
        },
      },
    ],
  });
  expect(report(next, kind, wish).kind).toBe('unchanged');
}

describe('a dispute that cannot be about this order’s money', () => {
  test.each<[string, { amountMinor?: number; currency?: string }]>([
    ['more than twice the order', { amountMinor: 20_001 }],
    ['more than any amount', { amountMinor: Number.MAX_SAFE_INTEGER + 1 }],
    ['nothing', { amountMinor: 0 }],
    ['less than nothing', { amountMinor: -1 }],
    ['parts of a minor unit', { amountMinor: 0.5 }],
    ['another currency', { currency: 'EUR' }],
    ['an unknown currency', { currency: 'zz' }],
  ])('is set aside: %s', (_case, wish) => {
    for (const kind of ['opened', 'won', 'lost'] as const) {
      for (const build of [paid, submitted, () => disputed()]) expectSetAside(build(), kind, wish);
    }
  });
});

function endRefund(order: PaymentOrder): PaymentOrder {
  const ended = { ...refundNumbered(order, 'R'), state: 'SUCCESS' as const, nextActionAt: null };
  return { ...order, refunds: [ended] };
}

describe('a dispute that opens', () => {
  test.each<[string, () => PaymentOrder, string]>([
    ['a paid order', () => paid(), 'IN_DISPUTE'],
    ['a partly refunded order', partlyRefunded, 'IN_DISPUTE'],
    ['a refunded order, whose consumer asks the bank as well', orderIn.REFUNDED, 'IN_DISPUTE'],
    ['a closed order, whose money was returned', () => closed(submitted()), 'CLOSE'],
  ])('%s', (_case, build, state) => {
    const order = build();
    if (state !== 'IN_DISPUTE') return expectSetAside(order, 'opened');
    const open = afterChange(report(order, 'opened'));
    expect(open.state).toBe(state);
    expect(report(open, 'opened').kind).toBe('unchanged');
  });

  test('when a dispute is opened, refunds that have not reached the channel are cancelled, and the other refunds end as usual (fault 21)', () => {
    const order = withRefund(
      withRefund(paid(), { number: 'sent', amountMinor: 1_000, state: 'PROCESSING' }),
      { number: 'waiting', amountMinor: 2_000 },
    );
    const open = disputed(order);
    expect(refundNumbered(open, 'sent').state).toBe('PROCESSING');
    expect(refundNumbered(open, 'waiting')).toMatchObject({
      state: 'CANCELLED',
      nextActionAt: null,
      failure: { code: 'dispute_opened' },
    });
    expect(eventsOf(open).slice(order.outbox.length)).toEqual([
      'order.refund.failed',
      'order.dispute.opened',
    ]);
    expect(open.version).toBe(order.version + 1);
  });

  test('about another attempt’s money, which was returned automatically, is set aside', () => {
    const twice = afterChange(
      applyPaymentResult(
        afterChange(applyPaymentResult(submitted(opened(failed())), first(), succeeded(), after(60))),
        second(),
        succeeded(),
        after(61),
      ),
    );
    expectSetAside(twice, 'opened', { attempt: 2 });
    expect(report(twice, 'opened', { attempt: 1 }).kind).toBe('changed');
  });

  test('about an unreported payment waits for it', () => {
    const waiting = afterChange(report(submitted(), 'opened'));
    expect(waiting.state).toBe('PAYING');
    expect(refundedMinor(waiting)).toBe(0);
    const order = afterChange(applyPaymentResult(waiting, first(), succeeded(), after(95)));
    expect(order.state).toBe('IN_DISPUTE');
    expect(eventsOf(order).slice(-2)).toEqual(['order.payment.succeeded', 'order.dispute.opened']);
  });

  test('that was lost over another amount before its payment is reported with the amount of its opening', () => {
    const lost = afterChange(
      report(afterChange(report(submitted(), 'opened', { amountMinor: 7_000 })), 'lost', {
        amountMinor: 2_000,
      }),
    );
    expect(paid(lost).outbox.slice(-2)).toMatchObject([
      { type: 'order.dispute.opened', dispute: { amount: money(7_000) } },
      { type: 'order.dispute.lost', dispute: { amount: money(2_000) } },
    ]);
  });

  test('about an attempt that did not pay in the end is set aside, as if it had been reported after the payment', () => {
    const waiting = afterChange(report(submitted(opened(failed())), 'lost', { attempt: 1 }));
    const order = afterChange(applyPaymentResult(waiting, second(), succeeded(), after(95)));
    expect(order).toMatchObject({ state: 'PAY_SUCCESS', dispute: null });
    expect(order.quarantine).toMatchObject([
      { attemptId: first(), subject: { kind: 'dispute', channelReference: 'dsp_1', result: 'lost' } },
    ]);
  });

  test('can be replaced by another once it has ended', () => {
    const won = afterChange(report(disputed(), 'won'));
    expect(afterChange(report(won, 'opened', { reference: 'dsp_2' })).state).toBe('IN_DISPUTE');
    expectSetAside(disputed(), 'opened', { reference: 'dsp_2' });
    // An earlier lost dispute still counts. Otherwise, its money could be refunded a second time.
    const lost = afterChange(report(disputed(paid(), 4_000), 'lost', { amountMinor: 4_000 }));
    const again = afterChange(report(lost, 'opened', { amountMinor: 6_000, reference: 'dsp_2' }));
    expect([again.state, refundedMinor(again), again.lostDisputes]).toEqual([
      'IN_DISPUTE',
      4_000,
      [lost.dispute],
    ]);
    const wonIt = afterChange(report(again, 'won', { amountMinor: 6_000, reference: 'dsp_2' }));
    expect([wonIt.state, refundedMinor(wonIt)]).toEqual(['PARTIAL_REFUND', 4_000]);
  });

  test('cannot be replaced while it is lost and its payment has not arrived', () => {
    const waiting = afterChange(report(submitted(), 'lost'));
    expectSetAside(waiting, 'opened', { reference: 'dsp_2' });
  });

  test('is not reopened by a late report after it was lost and another followed', () => {
    const lost = afterChange(report(disputed(paid(), 4_000), 'lost', { amountMinor: 4_000 }));
    const twice = afterChange(report(lost, 'lost', { amountMinor: 3_000, reference: 'dsp_2' }));
    expect(report(twice, 'opened', { amountMinor: 4_000 }).kind).toBe('unchanged');
    expect(report(twice, 'lost', { amountMinor: 4_000 }).kind).toBe('unchanged');
    expectSetAside(twice, 'won', { amountMinor: 4_000 });
    expectSetAside(twice, 'lost', { amountMinor: 5_000 });
  });

  test('is not reopened by a late report after it was won and another followed', () => {
    const won = afterChange(report(disputed(), 'won'));
    const wonTwice = afterChange(report(won, 'won', { reference: 'dsp_2' }));
    expect(report(wonTwice, 'opened').kind).toBe('unchanged');
    expect(report(wonTwice, 'won').kind).toBe('unchanged');
    // A later report that the won dispute was lost contradicts the order.
    expectSetAside(wonTwice, 'lost');
  });

  test('about a foreign attempt changes nothing', () => {
    expect(report(paid(), 'opened', { attempt: 9 }).kind).toBe('unchanged');
  });
});

function first(): string {
  return submitted().attempts[0]?.attemptId ?? '';
}

function second(): string {
  return opened(failed()).attempts[1]?.attemptId ?? '';
}
