import type { Money } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import type { RefundResult } from '../../src/domain/refund/refund.ts';
import { latest, money } from '../builders/orders.ts';
import { EVERYTHING, reportedPayment } from '../in-memory/reported-payment.ts';
import { refundCommand } from '../in-memory/requests.ts';

const HOUR = 3_600;
const WRONG = money(9_000);
const made: RefundResult = { kind: 'succeeded', returned: WRONG };
const failed: RefundResult = { kind: 'failed', failure: { code: 'x', message: 'X.' } };

/** An attempt at a channel that names its payments only by the reference of their opening. */
async function openedPayment() {
  const bench = await reportedPayment();
  const { gateway, attemptId, tell, order } = bench;
  const openingReference = latest(await order()).opening?.channelReference ?? '';
  const of = { attemptId, openingReference };
  const pay = (paid: Money) =>
    tell({ kind: 'payment', ...of, result: { kind: 'succeeded', paid, card: null } });
  const refunded = (result: RefundResult) =>
    tell({ kind: 'refund_by_reference', ...of, channelReference: 're_hand', result });
  const cases = async () => (await gateway.listCases.execute({ kind: null, after: null, limit: 100 })).cases;
  const requestRefund = (amount: Money) =>
    gateway.acceptRefund.execute(bench.merchant.merchantId, refundCommand({ amount }));
  return { ...bench, openingReference, pay, refunded, cases, requestRefund };
}

/** The channel has reported a wrong amount, and an operator has settled the case. */
async function wrongPayment() {
  const bench = await openedPayment();
  await bench.pay(WRONG);
  await bench.settleOnly();
  return bench;
}

describe('a refund by hand of a payment over a wrong amount, at a channel whose payments have no reference of their own', () => {
  test('is a case that an operator can settle, and no callback waits for the payment', async () => {
    const { gateway, openingReference, refunded, cases, settleOnly, order } = await wrongPayment();
    await refunded(made);
    for (let looks = 0; looks < 14; looks += 1) await gateway.attendAfter(HOUR);
    expect((await cases()).map(({ kind }) => kind)).toEqual(['result_set_aside']);
    const detail = await settleOnly();
    expect(detail).toContain('The channel reported its refund re_hand of 90.00 USD as made.');
    expect(detail).toContain(`The report is about the payment ${openingReference}.`);
    expect(detail).toContain('The order does not count this payment');
    expect(await order()).toMatchObject({ paidAt: null, refunds: [] });
  });

  test('is a case too if it was reported before the payment', async () => {
    const { refunded, cases, pay, gateway } = await openedPayment();
    await refunded(made);
    expect(await cases()).toEqual([]);
    await pay(WRONG);
    await gateway.attendAfter(60);
    expect((await cases()).map(({ detail }) => detail)).toEqual([
      expect.stringContaining('A payment of 90.00 USD was reported'),
      expect.stringContaining('its refund re_hand of 90.00 USD as made'),
    ]);
  });

  test('is no case again if the channel only repeats its report after an operator has settled it', async () => {
    const { refunded, cases, settleOnly } = await wrongPayment();
    await refunded(made);
    await settleOnly();
    await refunded(made);
    expect(await cases()).toEqual([]);
    await refunded(failed);
    await settleOnly();
    await refunded(made);
    await settleOnly();
  });

  test('is a case again if it fails after an operator has settled it, because the money did not go back', async () => {
    const { refunded, cases, settleOnly } = await wrongPayment();
    await refunded(made);
    await settleOnly();
    await refunded(failed);
    expect((await cases()).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['result_set_aside', expect.stringContaining('The channel reported its refund re_hand as failed.')],
    ]);
  });

  test.each([[false], [true]])(
    'counts once the channel reports the right amount (settled before: %s)',
    async (isSettledEarly) => {
      const { refunded, settleOnly, pay, order, cases, requestRefund } = await wrongPayment();
      await refunded(made);
      if (isSettledEarly) await settleOnly();
      await pay(EVERYTHING);
      expect(await order()).toMatchObject({
        state: 'PARTIAL_REFUND',
        refunds: [{ state: 'SUCCESS', amount: WRONG, channelReference: 're_hand' }],
      });
      expect(await cases()).toEqual([]);
      expect((await requestRefund(money(1_001))).kind).toBe('refused');
      expect((await requestRefund(money(1_000))).kind).toBe('accepted');
      await refunded(made);
      expect((await order()).refunds).toHaveLength(2);
    },
  );

  test('does not count if it failed before the channel reported the right amount', async () => {
    const { refunded, pay, order, requestRefund } = await wrongPayment();
    await refunded(made);
    await refunded(failed);
    await pay(EVERYTHING);
    expect(await order()).toMatchObject({ state: 'PAY_SUCCESS', refunds: [] });
    expect((await requestRefund(EVERYTHING)).kind).toBe('accepted');
  });
});
