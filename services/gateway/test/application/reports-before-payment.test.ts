import type { Money } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import type { ChannelNotification } from '../../src/ports/channel-callback.ts';
import { money } from '../builders/orders.ts';
import { EVERYTHING, reportedPayment } from '../in-memory/reported-payment.ts';
import { refundCommand } from '../in-memory/requests.ts';

describe('what a channel reported about a payment before it corrected the amount of the payment', () => {
  /** Reports P1 with a wrong amount, then the given reports about P1, and then P1 with the right amount. */
  async function corrected(
    told: readonly object[],
    options: { readonly isSettledEarly?: boolean; readonly isLate?: boolean } = {},
  ) {
    const bench = await reportedPayment();
    const { gateway, attemptId, tell, pay, order } = bench;
    const settle = async () => {
      const { cases } = await gateway.listCases.execute({ kind: null, after: null, limit: 100 });
      for (const { caseId } of cases) await gateway.settleCase(caseId, 'Seen in the Customer Area.');
    };
    const settleAll = async () => {
      await settle();
      await gateway.attendAfter(3_600);
    };
    for (let waits = 0; options.isLate && waits < 60; waits += 1) await gateway.attendAfter(7_200);
    await pay('P1', money(6_000));
    for (const report of told)
      await tell({ attemptId, paymentReference: 'P1', ...report } as ChannelNotification);
    const before = await order();
    if (options.isSettledEarly) await settle();
    await pay('P1');
    const refund = (amount: Money) =>
      gateway.acceptRefund.execute(bench.merchant.merchantId, refundCommand({ amount }));
    return { ...bench, before, settleAll, refund };
  }
  const disputed = (kind: 'opened' | 'won' | 'lost', amount = money(6_000)) => ({
    kind: 'dispute',
    report: { kind, channelReference: 'D1', amount, mayReopen: true },
  });
  const returned = {
    kind: 'refund_by_reference',
    channelReference: 'R1',
    result: { kind: 'succeeded', returned: money(6_000) },
  };
  const undone = { ...returned, result: { kind: 'failed', failure: { code: 'x', message: 'X.' } } };
  const uncollected = { kind: 'uncollected', channelReference: 'CAPTURE_FAILED:1', reason: 'Refused.' };
  const kinds = (moves: ReturnType<typeof moneyMovesOf>) =>
    moves.map(({ kind, signedMinor }) => [kind, signedMinor]);

  test('if a dispute was lost before the order counted the payment, the loss counts once the payment counts (fault 84)', async () => {
    const { surroundings, before, order, settleAll, refund } = await corrected([disputed('lost')]);
    expect(before).toMatchObject({ state: 'PAYING', dispute: null });
    expect(kinds(moneyMovesOf(await order()))).toEqual([
      ['payment', 10_000],
      ['dispute', -6_000],
    ]);
    expect(await order()).toMatchObject({ state: 'PARTIAL_REFUND', dispute: { state: 'lost' } });
    await settleAll();
    expect((await refund(EVERYTHING)).kind).toBe('refused');
    expect((await refund(money(4_000))).kind).toBe('accepted');
    await settleAll();
    expect(surroundings.channel.refundCalls).toBe(1);
  });

  test('if a refund was made by hand before the order counted the payment, the refund counts as soon as the payment counts (fault 84)', async () => {
    for (const isSettledEarly of [false, true]) {
      const { before, order, tell, attemptId, refund } = await corrected([returned], { isSettledEarly });
      expect(before).toMatchObject({ state: 'PAYING', refunds: [] });
      const counted = await order();
      expect(counted).toMatchObject({ state: 'PARTIAL_REFUND', refunds: [{ state: 'SUCCESS' }] });
      expect((await refund(EVERYTHING)).kind).toBe('refused');
      await tell({ attemptId, paymentReference: 'P1', ...returned } as ChannelNotification);
      expect(await order()).toEqual(counted);
    }
  });

  test('if a refund by hand was reported with two amounts, the refund counts once, and the case of the second amount stays open (fault 84)', async () => {
    const other = { ...returned, result: { kind: 'succeeded', returned: money(8_000) } };
    const { gateway, order, refund } = await corrected([returned, other]);
    expect(await order()).toMatchObject({ refunds: [{ state: 'SUCCESS', amount: money(6_000) }] });
    const { cases } = await gateway.listCases.execute({ kind: null, after: null, limit: 10 });
    expect(cases.map(({ kind }) => kind)).toEqual(['result_set_aside', 'result_set_aside']);
    expect((await refund(money(2_001))).kind).toBe('refused');
    expect((await refund(money(2_000))).kind).toBe('accepted');
  });

  test('if only one of the two reported amounts of a refund by hand fits the payment, this amount counts, and the case of the other stays open (fault 84)', async () => {
    const told = [12_000, 8_000].map((amountMinor) => ({
      ...returned,
      result: { kind: 'succeeded', returned: money(amountMinor) },
    }));
    const { gateway, order, refund } = await corrected(told);
    expect(await order()).toMatchObject({ refunds: [{ state: 'SUCCESS', amount: money(8_000) }] });
    const { cases } = await gateway.listCases.execute({ kind: null, after: null, limit: 10 });
    expect(cases.map(({ detail }) => detail)).toContainEqual(expect.stringContaining('R1 of 120.00 USD'));
    expect((await refund(money(1))).kind).toBe('refused');
  });

  test.each([
    ['above the counted amount', [6_000, 8_000], 6_000, 2_000],
    ['above the payment', [8_000, 12_000, 6_000], 8_000, 0],
  ])(
    'if a refund by hand was reported with two amounts and the smaller one counts, the difference cannot be refunded, even if an operator settled the case of the larger amount early (fault 84): %s',
    async (_case, amounts, counted, refundable) => {
      const told = amounts.map((amountMinor) => ({
        ...returned,
        result: { kind: 'succeeded', returned: money(amountMinor) },
      }));
      const { gateway, order, refund } = await corrected(told, { isSettledEarly: true });
      expect(await order()).toMatchObject({ refunds: [{ state: 'SUCCESS', amount: money(counted) }] });
      const { cases } = await gateway.listCases.execute({ kind: null, after: null, limit: 10 });
      expect(cases.map(({ kind }) => kind)).toEqual(['result_set_aside']);
      expect((await refund(money(refundable + 1))).kind).toBe('refused');
      if (refundable > 0) expect((await refund(money(refundable))).kind).toBe('accepted');
    },
  );

  test('if a refund by hand failed before the order counted its payment, the whole payment can be refunded (fault 84)', async () => {
    for (const told of [[undone], [returned, undone], [undone, returned]]) {
      expect((await (await corrected(told)).refund(EVERYTHING)).kind).toBe('accepted');
    }
  });

  test('a loss whose case an operator had settled makes the dispute open again', async () => {
    const { order, refund } = await corrected([disputed('lost')], { isSettledEarly: true });
    expect(await order()).toMatchObject({ state: 'IN_DISPUTE', dispute: { state: 'opened' } });
    expect((await refund(money(4_000))).kind).toBe('refused');
  });

  test('if an operator settled the case of a later stage of a dispute before the order counted the payment, a win in an earlier stage does not make refunds possible (fault 16)', async () => {
    const later = { ...disputed('opened', EVERYTHING).report, stage: 'pre_arbitration' };
    const bench = await corrected([{ kind: 'dispute', report: later }], { isSettledEarly: true });
    const { attemptId, tell, order, refund } = bench;
    expect(await order()).toMatchObject({ state: 'IN_DISPUTE', dispute: { state: 'opened' } });
    const won = disputed('won', EVERYTHING);
    await tell({ attemptId, paymentReference: 'P1', ...won } as ChannelNotification);
    expect([(await order()).state, (await refund(EVERYTHING)).kind]).toEqual(['IN_DISPUTE', 'refused']);
  });

  test('a late payment is not returned if its loss was reported before the order counted the payment (fault 84)', async () => {
    for (const isSettledEarly of [false, true]) {
      const lost = disputed('lost', EVERYTHING);
      const { surroundings, order, settleAll } = await corrected([lost], { isLate: true, isSettledEarly });
      await settleAll();
      expect(await order()).toMatchObject({ state: 'CLOSE', refunds: [{ state: 'CANCELLED' }] });
      expect(surroundings.channel.refundCalls).toBe(0);
    }
  });

  test('a late payment is not returned if its dispute was won and then lost before the order counted the payment (fault 84)', async () => {
    const won = { ...disputed('won', EVERYTHING).report, showsMoneyBack: true };
    const told = [
      { ...won, toldAt: new Date(2_000) },
      { ...won, isCalledLost: true, toldAt: new Date(3_000) },
    ].map((report) => ({ kind: 'dispute', report }));
    for (const isSettledEarly of [false, true]) {
      for (const sequence of [told, told.toReversed()]) {
        const { surroundings, order, settleAll } = await corrected(sequence, {
          isLate: true,
          isSettledEarly,
        });
        await settleAll();
        expect(await order()).toMatchObject({ state: 'CLOSE', refunds: [{ state: 'CANCELLED' }] });
        expect(surroundings.channel.refundCalls).toBe(0);
      }
      const { order, refund } = await corrected(told, { isSettledEarly });
      expect([(await order()).state, (await refund(EVERYTHING)).kind, isSettledEarly]).toEqual([
        isSettledEarly ? 'IN_DISPUTE' : 'PAY_SUCCESS',
        'refused',
        isSettledEarly,
      ]);
    }
  });

  test('the rest of a late payment is all that is returned if a part went back before the order counted it', async () => {
    const { gateway, surroundings, order, settleAll } = await corrected([returned], { isLate: true });
    const { refunds } = await order();
    expect(
      refunds.map(({ amount, isMadeAtProcessor = false }) => [amount.amountMinor, isMadeAtProcessor]),
    ).toEqual([
      [10_000, false],
      [6_000, true],
    ]);
    await gateway.attendAfter(3_600);
    expect(surroundings.channel.refundCalls).toBe(0);
    await settleAll();
    expect((await order()).refunds.map(({ state }) => state)).toEqual(['CANCELLED', 'SUCCESS']);
  });

  test.each<[string, readonly object[], object]>([
    ['a dispute that is open', [disputed('opened')], { state: 'IN_DISPUTE' }],
    [
      'an announced dispute',
      [{ ...disputed('opened'), report: { ...disputed('opened').report, isAnnouncement: true } }],
      { state: 'IN_DISPUTE', dispute: { isAnnounced: true } },
    ],
    [
      'a dispute that was won',
      [disputed('opened'), disputed('won')],
      { state: 'PAY_SUCCESS', dispute: { state: 'won' } },
    ],
    ['a refund that failed later', [returned, undone], { state: 'PAY_SUCCESS', refunds: [] }],
    [
      'money that was not collected',
      [uncollected],
      { state: 'PAY_SUCCESS', attempts: [{ uncollected: { channelReference: 'CAPTURE_FAILED:1' } }] },
    ],
  ])('is applied once the payment counts: %s', async (_case, told, expected) => {
    expect(await (await corrected(told)).order()).toMatchObject(expected);
  });

  test('holds refunds back until an operator has settled it, if it does not say which refund failed', async () => {
    const unnamed = { ...undone, channelReference: 'P1' };
    const { surroundings, gateway, refund, settleAll } = await corrected([unnamed]);
    expect((await refund(EVERYTHING)).kind).toBe('accepted');
    await gateway.attendAfter(3_600);
    expect(surroundings.channel.refundCalls).toBe(0);
    await settleAll();
    expect(surroundings.channel.refundCalls).toBe(1);
  });

  test('is a case again once a refund counts that may have failed, even if an operator had settled it', async () => {
    const unnamed = { ...undone, channelReference: 'P1' };
    const { gateway, order } = await corrected([returned, unnamed], { isSettledEarly: true });
    expect(await order()).toMatchObject({ state: 'PARTIAL_REFUND', refunds: [{ state: 'SUCCESS' }] });
    const { cases } = await gateway.listCases.execute({ kind: null, after: null, limit: 10 });
    expect(cases).toMatchObject([{ kind: 'result_set_aside', detail: expect.stringMatching(/as failed/) }]);
  });

  test('is applied in one change of the order, with one entry in its history', async () => {
    const { order } = await corrected([uncollected, disputed('lost'), returned]);
    const { history, version } = await order();
    expect(history.reduce((changes, { times = 1 }) => changes + times, 0)).toBe(version);
  });

  test('holds refunds back until an operator has settled that the money was not collected', async () => {
    const { surroundings, gateway, refund, settleAll } = await corrected([uncollected]);
    expect((await refund(EVERYTHING)).kind).toBe('accepted');
    await gateway.attendAfter(3_600);
    expect(surroundings.channel.refundCalls).toBe(0);
    const { cases } = await gateway.listCases.execute({ kind: null, after: null, limit: 100 });
    expect(cases.map(({ kind }) => kind)).toEqual(['payment_uncollected', 'result_set_aside']);
    await settleAll();
    expect(surroundings.channel.refundCalls).toBe(1);
  });
});
