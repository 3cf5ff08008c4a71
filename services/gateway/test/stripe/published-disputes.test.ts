import { disputeCategories } from '@kassa/contracts';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  readBlocked,
  readDispute,
} from '../../src/adapters/outbound/channels/stripe/stripe-dispute-reports.ts';
import { entryInLedger } from '../../src/adapters/outbound/channels/stripe/stripe-disputes.ts';
import { money } from '../builders/orders.ts';
import {
  publishedCaseTypes,
  publishedDispute,
  publishedDisputeReasons,
  publishedStatuses,
} from './published/published-objects.ts';

const { card } = publishedDispute.payment_method_details;
const blockedCard = { type: 'card', card: { ...card, case_type: 'block' } };

function disputeOf(members: object): Stripe.Dispute {
  return { ...publishedDispute, ...members } as unknown as Stripe.Dispute;
}

function reportOf(members: object) {
  const reading = readDispute(disputeOf(members));
  return reading.kind === 'ended' ? reading.result : reading.kind;
}

describe('a dispute in the form that Stripe publishes', () => {
  test('is reported with its reason, the deadline for an answer and the address of its page', () => {
    expect(reportOf({ status: 'needs_response', reason: 'fraudulent' })).toEqual({
      kind: 'opened',
      channelReference: publishedDispute.id,
      amount: money(1_000),
      reason: { category: 'fraudulent', code: '10.4' },
      respondBy: new Date(1_723_679_999_000),
      channelUrl: `https://dashboard.stripe.com/test/disputes/${publishedDispute.id}`,
    });
    expect(reportOf({ livemode: true, status: 'lost' })).toMatchObject({
      channelUrl: `https://dashboard.stripe.com/disputes/${publishedDispute.id}`,
    });
  });

  test.each<[(typeof publishedStatuses.dispute)[number], object | string]>([
    ['appeal_needs_response', { kind: 'opened' }],
    ['appeal_under_review', { kind: 'opened' }],
    ['lost', { kind: 'lost' }],
    ['needs_response', { kind: 'opened' }],
    ['prevented', 'under_way'],
    ['under_review', { kind: 'opened' }],
    ['warning_closed', { kind: 'won' }],
    ['warning_needs_response', { kind: 'opened', isAnnouncement: true }],
    ['warning_under_review', { kind: 'opened', isAnnouncement: true }],
    ['won', { kind: 'won' }],
  ])('that is %s is read as %j', (status, expected) => {
    const report = reportOf({ status });
    if (typeof expected === 'string') return expect(report).toBe(expected);
    const { kind, isAnnouncement } = report as { kind: string; isAnnouncement?: true };
    expect({ kind, ...(isAnnouncement && { isAnnouncement }) }).toEqual(expected);
  });

  // An appeal follows an outcome, and Stripe names it with statuses of its own. The other statuses of an open dispute come before
  // an outcome, so a report of them that arrives after it is late, unless its ledger shows that the money was taken again.
  test('only the statuses of an appeal open a dispute at Stripe again after its outcome (fault 83)', () => {
    const mayReopen = publishedStatuses.dispute.filter(
      (status) => (reportOf({ status }) as { mayReopen?: true }).mayReopen === true,
    );
    expect(mayReopen).toEqual(['appeal_needs_response', 'appeal_under_review']);
    expect(mayReopen.map((status) => readDispute(disputeOf({ status })))).toMatchObject([
      { result: { kind: 'opened' } },
      { result: { kind: 'opened' } },
    ]);
  });

  let second = 0;
  const move = (amount: number, currency = 'usd') => ({
    created: ++second,
    amount,
    currency,
    exchange_rate: null,
    fee: amount < 0 ? 1_500 : 0,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
  });
  const fee = { ...move(-1_500), reporting_category: 'fee' };

  // Recorded at Stripe: a lost dispute whose second transaction, "Adjustment of lost dispute", returns a part weeks later; and a
  // withdrawal in the account's currency that names no exchange rate.
  test.each([
    ['nothing is listed yet', [], { kind: 'lost', amount: money(1_000) }],
    ['nothing came back', [move(-1_000), fee], { kind: 'lost', amount: money(1_000) }],
    ['the bank withdrew less', [move(-800)], { kind: 'lost', amount: money(800) }],
    [
      'a part came back',
      [move(-1_000), fee, move(50)],
      { kind: 'lost', amount: money(950), showsMoneyBack: true },
    ],
    [
      'everything came back',
      [move(-1_000), move(1_000)],
      { kind: 'won', amount: money(1_000), showsMoneyBack: true },
    ],
    ['it was converted', [move(-928, 'eur')], { kind: 'lost', amount: money(1_000) }],
    [
      'a part came back, converted',
      [move(-928, 'eur'), move(232, 'eur')],
      { kind: 'lost', amount: money(750), showsMoneyBack: true },
    ],
    [
      'everything came back and a part was withdrawn again, converted',
      [move(-1_100, 'eur'), move(1_100, 'eur'), move(-770, 'eur')],
      { kind: 'lost', amount: money(700), showsMoneyBack: true },
    ],
    [
      'everything came back and was withdrawn again, converted at another rate',
      [move(-1_100, 'eur'), move(1_100, 'eur'), move(-1_050, 'eur')],
      { kind: 'lost', amount: money(955), showsMoneyBack: true },
    ],
    [
      'it was withdrawn in two parts, converted',
      [move(-600, 'eur'), move(-400, 'eur')],
      { kind: 'lost', amount: money(1_000) },
    ],
  ])(
    '%s: if Stripe reports a dispute as lost, the loss is the sum of the dispute’s transactions without fees (fault 91)',
    (_case, moves, expected) => {
      const told = reportOf({ status: 'lost', balance_transactions: moves });
      expect(told).toMatchObject(expected);
      expect(Object.hasOwn(told as object, 'showsMoneyBack')).toBe('showsMoneyBack' in expected);
    },
  );

  test.each([
    ['the money came back and was taken again', [move(-1_000), move(1_000), move(-1_000)], true],
    ['the money came back', [move(-1_000), move(1_000)], false],
    ['a part of the money came back', [move(-1_000), move(300)], false],
    ['the money was taken', [move(-1_000)], false],
  ])(
    'a dispute at Stripe can be open again after its outcome only if its money was taken again (fault 83): %s',
    (_case, moves, mayReopen) => {
      const told = reportOf({ status: 'under_review', balance_transactions: moves });
      expect(told).toMatchObject({ kind: 'opened' });
      expect(Object.hasOwn(told as object, 'mayReopen')).toBe(mayReopen);
    },
  );

  test('that is won shows that its money came back once Stripe lists it', () => {
    expect(reportOf({ status: 'won' })).not.toHaveProperty('showsMoneyBack');
    expect(reportOf({ status: 'won', balance_transactions: [move(-1_000), move(1_000)] })).toMatchObject({
      kind: 'won',
      amount: money(1_000),
      showsMoneyBack: true,
    });
  });

  test('if the bank kept a part of the money, a dispute at Stripe counts as lost over that part, even if Stripe reports it as won (fault 91)', () => {
    const moves = [move(-1_000), move(600)];
    expect(reportOf({ status: 'won', balance_transactions: moves })).toMatchObject({
      kind: 'lost',
      amount: money(400),
      showsMoneyBack: true,
    });
  });

  test.each([
    ['all money came back at a lower rate', [move(-1_100, 'eur'), move(1_080, 'eur')], 'won', money(1_000)],
    ['the bank kept a part', [move(-1_100, 'eur'), move(880, 'eur')], 'lost', money(200)],
    [
      'the bank took a little again',
      [move(-1_100, 'eur'), move(1_100, 'eur'), move(-50, 'eur')],
      'opened',
      money(1_000),
    ],
  ])('a dispute that Stripe ends as won, and converted: %s', (_case, moves, kind, amount) => {
    expect(reportOf({ status: 'won', balance_transactions: moves })).toMatchObject({ kind, amount });
  });

  test('a part that the bank kept in a currency without decimals is a whole amount, although Stripe counts hundredths', () => {
    const moves = [move(-700, 'eur'), move(233, 'eur')];
    const told = reportOf({ status: 'lost', amount: 100_000, currency: 'isk', balance_transactions: moves });
    expect(told).toMatchObject({ kind: 'lost', amount: money(668, 'ISK') });
  });

  test('a part of a whole unit that a bank disputes counts as a whole unit, so that the merchant cannot refund it too', () => {
    const members = { amount: 66_734, currency: 'isk' };
    for (const [status, kind] of [
      ['needs_response', 'opened'],
      ['lost', 'lost'],
      ['won', 'won'],
    ]) {
      expect(reportOf({ ...members, status })).toMatchObject({ kind, amount: money(668, 'ISK') });
    }
    const prevented = disputeOf({ ...members, status: 'prevented', payment_method_details: blockedCard });
    expect(readBlocked(prevented)).toMatchObject({ kind: 'won', amount: money(668, 'ISK') });
    const withdrawal = move(-66_734, 'isk');
    const unheardOf = disputeOf({ ...members, status: 'unheard_of' });
    expect(entryInLedger(unheardOf, withdrawal as Stripe.BalanceTransaction)).toEqual({
      state: 'opened',
      amount: money(668, 'ISK'),
    });
    const reinstatement = move(66_734, 'isk');
    expect(entryInLedger(unheardOf, reinstatement as Stripe.BalanceTransaction)).toMatchObject({
      state: 'won',
    });
  });

  test('a dispute whose amount Stripe lowered is won over all that the bank took and returned', () => {
    const moves = [move(-1_000), move(1_000), move(-600), move(600)];
    const told = reportOf({ status: 'won', amount: 600, balance_transactions: moves });
    expect(told).toMatchObject({ kind: 'won', amount: money(1_000) });
  });

  test('has one of the statuses that these tests cover', () => {
    expect(publishedStatuses.dispute.every((status) => typeof reportOf({ status }) !== 'undefined')).toBe(
      true,
    );
    expect(publishedStatuses.dispute.filter((status) => reportOf({ status }) === 'not_understood')).toEqual(
      [],
    );
  });

  test.each(publishedDisputeReasons)('has a category for the reason %s', (reason) => {
    const told = reportOf({ status: 'needs_response', reason }) as { reason: { category: string } };
    expect(disputeCategories).toContain(told.reason.category);
    const general = ['customer_initiated', 'general', 'noncompliant'];
    expect(told.reason.category === 'general').toBe(general.includes(reason));
  });

  test.each([
    ['the network’s, in the details of the card', {}, '10.4'],
    [
      'the network’s, beside the details',
      { payment_method_details: undefined, network_reason_code: '83' },
      '83',
    ],
    [
      'that of Klarna',
      { payment_method_details: { type: 'klarna', klarna: { reason_code: 'goods_not_received' } } },
      'goods_not_received',
    ],
    ['Stripe’s own, if there is no other', { payment_method_details: undefined }, 'general'],
  ])('has the code of its reason: %s', (_, members, code) => {
    expect(reportOf({ status: 'needs_response', ...members })).toMatchObject({ reason: { code } });
  });

  test.each(publishedCaseTypes)('of the case type %s is read by its status', (case_type) => {
    const payment_method_details = { type: 'card', card: { ...card, case_type } };
    const kindOf = (status: string) =>
      (reportOf({ status, payment_method_details }) as { kind: string }).kind;
    expect([kindOf('needs_response'), kindOf('won'), kindOf('lost')]).toEqual(['opened', 'won', 'lost']);
    expect(reportOf({ status: 'prevented', payment_method_details })).toBe('under_way');
  });

  test('has no deadline for an answer if the bank accepts no answer', () => {
    for (const due_by of [0, null]) {
      const evidence_details = { ...publishedDispute.evidence_details, due_by };
      expect(reportOf({ status: 'needs_response', evidence_details })).not.toHaveProperty('respondBy');
    }
  });
});
