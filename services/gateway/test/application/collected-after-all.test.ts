import { expect, test } from 'vitest';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import type { ChannelNotification } from '../../src/ports/channel-callback.ts';
import { EVERYTHING, reportedPayment } from '../in-memory/reported-payment.ts';

const on = (day: number) => new Date(Date.UTC(2026, 10, day, 10));

/** A paid payment whose money the channel could not collect, and ways to report about it. */
async function uncollectedPayment() {
  const bench = await reportedPayment();
  const { attemptId, pay, tell, order, gateway } = bench;
  await pay('P1');
  const ofPayment = { attemptId, paymentReference: 'P1' } as const;
  const fail = (day: number, channelReference = 'CAPTURE_FAILED:1') =>
    tell({ kind: 'uncollected', ...ofPayment, channelReference, reason: 'No.', toldAt: on(day) });
  const collect = (day: number, members: Partial<ChannelNotification> = {}) =>
    tell({
      kind: 'for_operator',
      reference: attemptId,
      paymentReference: 'P1',
      detail: 'Recaptured.',
      collectedAt: on(day),
      ...members,
    } as ChannelNotification);
  await fail(2);
  const { orderId } = await order();
  const writeOff = () =>
    gateway.disputes.conclude(orderId, {
      channelReference: 'CAPTURE_FAILED:1',
      outcome: 'lost',
      note: 'It will not come.',
    });
  return { ...bench, fail, collect, writeOff };
}

test('if the channel collects the money after an operator has looked, the operator cannot settle the case that the operator saw', async () => {
  const { order, collect, writeOff, onlyCase, gateway } = await uncollectedPayment();
  const [seen] = openCases(await order());
  if (seen === undefined) throw new Error('no case');
  await collect(9);
  await writeOff();
  expect(await gateway.cases.settle(seen, 'It will not come.')).toMatchObject({ kind: 'refused' });
  const { detail } = await onlyCase('payment_uncollected');
  expect(detail).toMatch(
    /could not be collected: No\. The channel has reported since that it has collected the money\. The order already records this loss, under CAPTURE_FAILED:1\. If the money is there, take the loss back\.$/,
  );
});

test('money that the channel collects after an operator has recorded its loss opens the case again, once', async () => {
  const { collect, fail, writeOff, onlyCase, gateway } = await uncollectedPayment();
  const { caseId } = await onlyCase('payment_uncollected');
  await writeOff();
  await gateway.settleCase(caseId, 'It will not come.');
  await collect(9);
  await onlyCase('payment_uncollected');
  await gateway.settleCase(caseId, 'Took the loss back.');
  await collect(9);
  const { cases } = await gateway.listCases.execute({ kind: null, after: null, limit: 10 });
  expect(cases).toEqual([]);
  await fail(12);
  expect((await onlyCase('payment_uncollected')).detail).not.toContain('has collected the money');
});

test('the report of an earlier failure that arrives late does not hide that the money was collected', async () => {
  const { collect, fail, onlyCase } = await uncollectedPayment();
  await collect(9);
  await fail(5, 'EXPIRE:2');
  expect((await onlyCase('payment_uncollected')).detail).toContain('has collected the money');
});

test.each<[string, (bench: Awaited<ReturnType<typeof uncollectedPayment>>) => Promise<void>]>([
  ['is older than the failure', ({ collect }) => collect(1)],
  [
    'is about another payment of the attempt',
    async ({ pay, collect, settleOnly, gateway, onlyCase }) => {
      await gateway.settleCase((await onlyCase('payment_uncollected')).caseId, 'Wait.');
      await pay('P2', EVERYTHING);
      await settleOnly();
      await collect(9, { paymentReference: 'P2' });
    },
  ],
])('a report of collected money only raises an alert if it %s', async (_case, act) => {
  const bench = await uncollectedPayment();
  const before = (await bench.order()).attempts[0]?.uncollected;
  await act(bench);
  expect((await bench.order()).attempts[0]?.uncollected).toEqual(before);
  expect(bench.surroundings.alerts.raised).toContainEqual(
    expect.objectContaining({ kind: 'report_for_operator', detail: 'Recaptured.' }),
  );
});
