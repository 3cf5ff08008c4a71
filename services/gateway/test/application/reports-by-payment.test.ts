import { describe, expect, test } from 'vitest';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import type { ChannelNotification } from '../../src/ports/channel-callback.ts';
import { money } from '../builders/orders.ts';
import { permutations } from '../builders/permutations.ts';
import { EVERYTHING, reportedPayment } from '../in-memory/reported-payment.ts';
import { refundCommand } from '../in-memory/requests.ts';

describe('a report about a payment that the order does not count', () => {
  const reports: readonly [string, object, RegExp][] = [
    [
      'a lost dispute',
      {
        kind: 'dispute',
        report: { kind: 'lost', channelReference: 'D2', amount: EVERYTHING, mayReopen: true },
      },
      /^The dispute D2 over 100.00 USD was reported as lost\. The report is about the payment P2/,
    ],
    [
      'a refund by hand',
      {
        kind: 'refund_by_reference',
        channelReference: 'R2',
        result: { kind: 'succeeded', returned: EVERYTHING },
      },
      /^The channel reported its refund R2 of 100.00 USD as made\. The report is about the payment P2/,
    ],
    [
      'a failed refund',
      {
        kind: 'refund_by_reference',
        channelReference: 'R2',
        result: { kind: 'failed', failure: { code: 'x', message: 'X.' } },
      },
      /^The channel reported its refund R2 as failed\. The report is about the payment P2/,
    ],
    [
      'money that was not collected',
      { kind: 'uncollected', channelReference: 'CAPTURE_FAILED:1', reason: 'No.' },
      /^The channel reported that it could not collect 100.00 USD \(CAPTURE_FAILED:1\)\. The report is about the payment P2/,
    ],
  ];

  test.each(reports)(
    'a report about a second payment of an attempt becomes a case and changes no money (fault 84): %s',
    async (_case, told, text) => {
      const { attemptId, pay, tell, order, settleOnly } = await reportedPayment();
      await pay('P1');
      await pay('P2');
      await settleOnly();
      const before = await order();
      const report = { attemptId, paymentReference: 'P2', ...told } as ChannelNotification;
      await tell(report);
      const after = await order();
      expect(after).toMatchObject({
        state: 'PAY_SUCCESS',
        dispute: null,
        refunds: [],
        attempts: before.attempts,
      });
      expect(moneyMovesOf(after)).toEqual(moneyMovesOf(before));
      await tell(report);
      expect(await settleOnly()).toMatch(text);
    },
  );

  test.each(reports)('%s of a payment over a wrong amount is a case', async (_case, told, text) => {
    const { attemptId, pay, tell, order, settleOnly } = await reportedPayment();
    await pay('P2', money(6_000));
    await settleOnly();
    await tell({ attemptId, paymentReference: 'P2', ...told } as ChannelNotification);
    expect(await order()).toMatchObject({ state: 'PAYING', dispute: null, refunds: [] });
    expect((await settleOnly()).replace('60.00', '100.00')).toMatch(text);
  });

  test('waits if it comes before the report of that payment, and is a case once the payment is known', async () => {
    const { gateway, attemptId, pay, tell, order, settleOnly } = await reportedPayment();
    await pay('P1');
    const report = { kind: 'lost', channelReference: 'D2', amount: EVERYTHING, mayReopen: true } as const;
    await tell({ kind: 'dispute', attemptId, paymentReference: 'P2', report });
    expect(await order()).toMatchObject({ state: 'PAY_SUCCESS', dispute: null, quarantine: [] });
    await pay('P2');
    await settleOnly();
    await gateway.attendAfter(60);
    expect(await settleOnly()).toMatch(/^The dispute D2 over 100.00 USD was reported as lost/);
  });

  test('waits for its payment even if no payment of the attempt is known, and is not taken for one about another', async () => {
    const { gateway, attemptId, pay, tell, order } = await reportedPayment();
    const report = { kind: 'lost', channelReference: 'D2', amount: EVERYTHING, mayReopen: true } as const;
    await tell({ kind: 'dispute', attemptId, paymentReference: 'P2', report });
    await tell({
      kind: 'uncollected',
      attemptId,
      paymentReference: 'P1',
      channelReference: 'EXPIRE:1',
      reason: 'No.',
    });
    await pay('P1');
    await gateway.attendAfter(60);
    expect(await order()).toMatchObject({
      state: 'PAY_SUCCESS',
      dispute: null,
      attempts: [{ uncollected: { reason: 'No.' } }],
    });
    await pay('P2');
    await gateway.attendAfter(60);
    expect((await order()).quarantine).toMatchObject([{}, { subject: { result: 'dispute_lost' } }]);
  });

  test('if the order counts a payment late, because its amount was first wrong, a win in an earlier stage of the payment’s dispute does not make refunds possible (fault 16)', async () => {
    for (const sequence of permutations(['won', 'later stage'])) {
      const { gateway, merchant, attemptId, pay, tell, order } = await reportedPayment();
      const dispute = { channelReference: 'D1', amount: EVERYTHING } as const;
      const report = (told: Pick<DisputeReport, 'kind' | 'stage'>) =>
        tell({ kind: 'dispute', attemptId, paymentReference: 'P1', report: { ...dispute, ...told } });
      await pay('P1', money(6_000));
      await report({ kind: 'opened' });
      for (const step of sequence) {
        await report(step === 'won' ? { kind: 'won' } : { kind: 'opened', stage: 'pre_arbitration' });
      }
      await pay('P1');
      const refund = await gateway.acceptRefund.execute(
        merchant.merchantId,
        refundCommand({ amount: EVERYTHING }),
      );
      expect([refund.kind, (await order()).refunds]).toEqual(['refused', []]);
    }
  });

  test('has the same result in whatever order it comes, given which of the two payments came first', async () => {
    const names = ['P1', 'P2', 'D2', 'R1'] as const;
    const results = { P1: new Set<string>(), P2: new Set<string>() };
    for (const sequence of permutations(names)) {
      const { gateway, attemptId, pay, tell, order } = await reportedPayment();
      const lost = { kind: 'lost', channelReference: 'D2', amount: EVERYTHING } as const;
      const result = { kind: 'succeeded', returned: money(3_000) } as const;
      const refund = { kind: 'refund_by_reference', channelReference: 'R1', result } as const;
      const happen = {
        P1: () => pay('P1'),
        P2: () => pay('P2'),
        D2: () => tell({ kind: 'dispute', attemptId, paymentReference: 'P2', report: lost }),
        R1: () => tell({ ...refund, attemptId, paymentReference: 'P1' }),
      };
      for (const name of sequence) await happen[name]();
      for (let looks = 0; looks < 3; looks += 1) await gateway.attendAfter(600);
      const { state, quarantine } = await order();
      const subjects = quarantine.map(({ paymentReference, subject }) => [paymentReference, subject]);
      const paidBy = sequence.indexOf('P1') < sequence.indexOf('P2') ? 'P1' : 'P2';
      results[paidBy].add(
        JSON.stringify([state, ...subjects.map((each) => JSON.stringify(each)).toSorted()]),
      );
    }
    const only = (found: ReadonlySet<string>) => {
      expect(found.size).toBe(1);
      return JSON.parse([...found][0] ?? '')[0];
    };
    expect([only(results.P1), only(results.P2)]).toEqual(['PARTIAL_REFUND', 'REFUNDED']);
  });

  test.each([
    ['P1', [], 'No.'],
    ['P2', ['uncollected'], undefined],
    ['EVENT', [], 'No.'],
  ])(
    'a report of uncollected money is assigned to the payment whose reference it contains, if there is one (fault 84): %s',
    async (eventReference, subjects, reason) => {
      const { attemptId, pay, tell, order, onlyCase, settleOnly } = await reportedPayment();
      await pay('P1');
      await pay('P2');
      await settleOnly();
      const channelReference = `EXPIRE:${eventReference}`;
      await tell({ kind: 'uncollected', attemptId, eventReference, channelReference, reason: 'No.' });
      const { attempts, quarantine } = await order();
      expect(attempts[0]?.uncollected?.reason).toBe(reason);
      const { detail } = await onlyCase(reason === undefined ? 'result_set_aside' : 'payment_uncollected');
      expect(detail).toMatch(
        reason === undefined ? /about the payment P2/ : /No\. The attempt has further payments \(P2\)/,
      );
      expect(quarantine.slice(1).map(({ subject }) => subject)).toMatchObject(
        subjects.map((result) => ({ kind: 'uncounted_payment', result })),
      );
    },
  );

  test('waits for an operator if the channel never reports that payment', async () => {
    const { gateway, attemptId, pay, tell } = await reportedPayment();
    await pay('P1');
    const result = { kind: 'succeeded', returned: EVERYTHING } as const;
    const about = { attemptId, paymentReference: 'P2', channelReference: 'R2' };
    await tell({ kind: 'refund_by_reference', ...about, result });
    for (let looks = 0; looks < 14; looks += 1) await gateway.attendAfter(3_600);
    const { cases } = await gateway.listCases.execute({ kind: null, after: null, limit: 100 });
    expect(cases.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['callback_parked', expect.stringContaining('the payment P2 is not known')],
    ]);
  });

  test('is found by the payment too, under a reference that somebody entered', async () => {
    const { pay, tell, settleOnly } = await reportedPayment();
    await pay('P1');
    await pay('P2');
    await settleOnly();
    const result = { kind: 'succeeded', returned: EVERYTHING } as const;
    const about = { attemptId: 'INV-2041', paymentReference: 'P2', channelReference: 'R2' };
    await tell({ kind: 'refund_by_reference', ...about, result });
    expect(await settleOnly()).toMatch(/^The channel reported its refund R2/);
  });

  test('if a report of a failed refund contains the reference of a second payment instead of the refund’s, the report becomes a case, whether the payment or the failure is reported first (fault 84)', async () => {
    const result = { kind: 'failed', failure: { code: 'x', message: 'X.' } } as const;
    for (const sequence of permutations(['fail', 'pay'])) {
      const { attemptId, pay, tell, order, gateway } = await reportedPayment();
      const about = { attemptId, channelReference: 'P2', amount: EVERYTHING };
      await pay('P1');
      const before = await order();
      for (const step of sequence) {
        await (step === 'pay' ? pay('P2') : tell({ kind: 'refund_by_reference', ...about, result }));
      }
      expect(moneyMovesOf(await order())).toEqual(moneyMovesOf(before));
      const { cases } = await gateway.listCases.execute({ kind: null, after: null, limit: 100 });
      const failures = cases.filter(({ detail }) =>
        /as failed\. The report is about the payment P2/.test(detail),
      );
      expect([cases.length, failures.length]).toEqual([2, 1]);
    }
  });

  test('once an attempt has a second payment, the report of a lost dispute that names no payment becomes a case, and neither payment counts as lost (fault 83)', async () => {
    const { gateway, attemptId, pay, tell, order, onlyCase, settleOnly } = await reportedPayment();
    await pay('P1');
    await pay('P2');
    await settleOnly();
    const nameless = { keyedBy: 'payment', amount: EVERYTHING } as const;
    await tell({ kind: 'dispute', attemptId, report: { kind: 'lost', channelReference: 'E1', ...nameless } });
    expect(await order()).toMatchObject({ state: 'PAY_SUCCESS', dispute: null });
    const detail = await settleOnly();
    expect(detail).toMatch(/which does not say which of the payment’s disputes is meant/);
    expect(detail).toMatch(
      /do not conclude the dispute if it is over a payment that the order does not count \(P2\)/,
    );
    const named = { channelReference: 'D1', amount: EVERYTHING, mayReopen: true } as const;
    await tell({ kind: 'dispute', attemptId, paymentReference: 'P1', report: { kind: 'opened', ...named } });
    await tell({ kind: 'dispute', attemptId, report: { kind: 'lost', channelReference: 'E2', ...nameless } });
    expect(await order()).toMatchObject({ state: 'IN_DISPUTE', dispute: { state: 'opened' } });
    const { caseId, detail: later } = await onlyCase('result_set_aside');
    expect(later).toMatch(/in the event E2.*the case cannot be settled before that dispute has ended\.$/);
    expect(await gateway.settleCase(caseId, 'Seen in the Customer Area.')).toEqual({
      kind: 'refused',
      name: 'CASE_NOT_SETTLEABLE',
      detail: `The case ${caseId} is about a loss that the order cannot record while its dispute D1 is open. Wait until that dispute has ended, or conclude it if it has ended at the channel. Then look at the order again. If it has not recorded this loss, but the bank took the money, conclude this dispute as lost. Then settle the case.`,
    });
  });
});
