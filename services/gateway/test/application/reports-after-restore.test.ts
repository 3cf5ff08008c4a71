import { expect, test } from 'vitest';
import type { ChannelNotification } from '../../src/ports/channel-callback.ts';
import { latest, money, succeeded } from '../builders/orders.ts';
import { rawCallback } from '../in-memory/fake-callbacks.ts';
import { outcomeOf } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

/** A little more than the longest wait between two retries. */
const HOUR = 3_610;

/**
 * An order was paid after the backup, which was then restored. The restored database has either no such order, or has it from
 * before anybody began to pay it.
 */
async function restored(has: 'no order' | 'the unpaid order') {
  const lost = new TestGateway(newSurroundings());
  const merchant = await lost.merchant();
  const paid = await lost.paid(merchant);
  const gateway = new TestGateway(newSurroundings());
  await gateway.surroundings.merchants.insert(merchant);
  const unpaid = has === 'no order' ? undefined : await gateway.created(merchant);
  const report = async (callbackId: string, notification: ChannelNotification) => {
    const answer = await gateway.receiveCallback.execute(
      'Sandbox',
      rawCallback({ callbackId, notification }),
    );
    expect(outcomeOf(answer)).toBe('received');
    await gateway.settle();
    if (unpaid !== undefined) expect(await gateway.order(unpaid.orderId)).toEqual(unpaid);
  };
  return { gateway, attempt: latest(paid), report };
}

test.each([
  ['no order', 'the gateway has no such order'],
  ['the unpaid order', 'its order has no such attempt or refund'],
] as const)(
  'a late report of a payment that a restored backup lacks alerts an operator immediately and changes no order (fault 96): the backup has %s',
  async (has, reason) => {
    const { gateway, attempt, report } = await restored(has);
    const { attemptId, opening } = attempt;
    const openingReference = opening?.channelReference ?? '';
    await report('evt_late', { kind: 'payment', attemptId, openingReference, result: succeeded() });
    expect(gateway.surroundings.alerts.raised).toEqual([
      {
        kind: 'report_for_operator',
        channelId: 'Sandbox',
        reference: attemptId,
        detail: `It reports a payment with the result succeeded, 100.00 USD: ${reason}.`,
      },
    ]);
  },
);

const dispute = { kind: 'opened', channelReference: 'dsp_1', amount: money(10_000) } as const;

test('if a restored backup has an order but lacks its payment, a late dispute of that payment becomes a case (fault 96)', async () => {
  const { gateway, attempt, report } = await restored('the unpaid order');
  const { attemptId } = attempt;
  await report('evt_late', { kind: 'dispute', attemptId, paymentReference: 'P1', report: dispute });
  for (let looks = 0; looks < 14; looks += 1) await gateway.attendAfter(HOUR);
  const { cases } = await gateway.listCases.execute({ kind: null, after: null, limit: 100 });
  expect(cases.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['callback_parked', expect.stringContaining('the payment P1 is not known')],
  ]);
});

test('if a restored backup lacks an order, a late dispute of that order alerts an operator within two days (fault 96)', async () => {
  const { gateway, attempt, report } = await restored('no order');
  const { attemptId } = attempt;
  await report('evt_late', { kind: 'dispute', attemptId, paymentReference: 'P1', report: dispute });
  for (let looks = 0; looks < 36; looks += 1) await gateway.attendAfter(HOUR);
  expect(gateway.surroundings.alerts.raised).toEqual([
    {
      kind: 'report_for_operator',
      channelId: 'Sandbox',
      reference: attemptId,
      detail: 'It reports a dispute in the state opened, over 100.00 USD: the gateway has no such order.',
    },
  ]);
});
