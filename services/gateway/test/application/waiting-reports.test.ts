import { expect, test } from 'vitest';
import type { ListedCase } from '../../src/application/operator/case-details.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { latest, money } from '../builders/orders.ts';
import { rawCallback } from '../in-memory/fake-callbacks.ts';
import { outcomeOf, refundCommand } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const NOTE = 'Seen in the processor’s dashboard.';
const HOUR = 3_600;

async function casesOf({ listCases }: TestGateway): Promise<readonly ListedCase[]> {
  return (await listCases.execute({ kind: null, after: null, limit: 100 })).cases;
}

/**
 * A refund of 60.00 was sent to a channel that cannot be asked, and the channel has not confirmed it. Somebody has returned 30.00
 * at the processor by hand. The report about it waits, because it may be about the refund.
 */
async function waitingReport() {
  const surroundings = newSurroundings();
  const gateway = new TestGateway(surroundings);
  const { channel } = surroundings;
  const merchant = await gateway.merchant();
  const { orderId } = await gateway.paid(merchant);
  channel.refund = async () => ({ kind: 'unknown', detail: 'no answer' });
  channel.askRefund = async () => ({ kind: 'cannot_tell' });
  await gateway.acceptRefund.execute(merchant.merchantId, refundCommand({ amount: money(6_000) }));
  await gateway.settle();
  const order = await gateway.order(orderId);
  const notification = {
    kind: 'refund_by_reference',
    attemptId: latest(order).attemptId,
    channelReference: 're_hand',
    result: { kind: 'succeeded', returned: money(3_000) },
  } as const;
  await gateway.receiveCallback.execute('Sandbox', rawCallback({ callbackId: 'evt_hand', notification }));
  await gateway.settle();
  const refundId = order.refunds[0]?.refundId ?? '';
  const report = async (reporter: TestGateway, kind: 'succeeded' | 'failed') => {
    const failure = { code: 'x', message: 'X.' };
    const result = kind === 'failed' ? { kind, failure } : { kind, returned: money(6_000) };
    const told = { kind: 'refund', refundId, channelReference: 're_1', result } as const;
    const callback = rawCallback({ callbackId: `evt_${kind}`, notification: told });
    await reporter.receiveCallback.execute('Sandbox', callback);
    await reporter.settle();
  };
  return { surroundings, gateway, orderId, refundId, report };
}

async function untilParked(gateway: TestGateway): Promise<void> {
  for (let looks = 0; looks < 14; looks += 1) await gateway.attendAfter(HOUR);
  expect((await casesOf(gateway)).map(({ kind }) => kind).toSorted()).toEqual([
    'callback_parked',
    'refund_unresolved',
  ]);
}

const statesOf = ({ refunds }: PaymentOrder) => refunds.map(({ state }) => state);

test.each([
  ['an operator finds it not made', 'not_made', ['FAILED', 'SUCCESS']],
  ['an operator finds it made', 'made', ['SUCCESS', 'SUCCESS']],
  ['an operator returned the money by hand', 'made_by_hand', ['SUCCESS', 'SUCCESS']],
] as const)(
  'a report that waits for a refund is applied as soon as an operator has recorded how the refund ended, and its case closes (fault 84): %s',
  async (_case, outcome, states) => {
    const { surroundings, gateway, orderId, refundId } = await waitingReport();
    await untilParked(gateway);
    expect(surroundings.alerts.raised.filter(({ kind }) => kind === 'work_parked')).toHaveLength(1);
    surroundings.clock.pass(120);
    const found = { outcome, lookedAt: surroundings.clock.realNow(), note: NOTE };
    expect(outcomeOf(await gateway.refunds.conclude(refundId, found))).toBe('concluded');
    await gateway.settle();
    await gateway.attendAfter(4);
    expect(statesOf(await gateway.order(orderId))).toEqual(states);
    expect(await casesOf(gateway)).toEqual([]);
  },
);

test.each([
  ['failed', ['FAILED', 'SUCCESS']],
  ['succeeded', ['SUCCESS', 'SUCCESS']],
] as const)(
  'a report that waits for a refund is applied once the channel reports that the refund %s',
  async (kind, states) => {
    const { gateway, orderId, report } = await waitingReport();
    await untilParked(gateway);
    await report(gateway, kind);
    await gateway.attendAfter(4);
    expect(statesOf(await gateway.order(orderId))).toEqual(states);
    expect(await casesOf(gateway)).toEqual([]);
  },
);

test('if the process dies right after the refund is concluded, the waiting report is applied within ten minutes (fault 1)', async () => {
  const { surroundings, gateway, orderId, refundId } = await waitingReport();
  await untilParked(gateway);
  surroundings.clock.pass(120);
  const dying = new TestGateway(surroundings, { dies: true });
  const found = { outcome: 'not_made', lookedAt: surroundings.clock.realNow(), note: NOTE } as const;
  expect(outcomeOf(await dying.refunds.conclude(refundId, found))).toBe('concluded');
  await gateway.attendAfter(605);
  expect(statesOf(await gateway.order(orderId))).toEqual(['FAILED', 'SUCCESS']);
  expect(await casesOf(gateway)).toEqual([]);
});

test('the case of a waiting report says what it waits for, and keeps its start while the report is tried again', async () => {
  const { gateway } = await waitingReport();
  await untilParked(gateway);
  const [before] = (await casesOf(gateway)).filter(({ kind }) => kind === 'callback_parked');
  expect(before?.detail).toMatch(
    /^Applying the callback failed \d+ times, last with: not applied to ord_\w+: re_hand may be a refund that has no reference yet\. The gateway still tries to apply it every 10 minutes\./,
  );
  await gateway.attendAfter(HOUR);
  const [after] = (await casesOf(gateway)).filter(({ kind }) => kind === 'callback_parked');
  expect(after?.since).toEqual(before?.since);
});

test('a report of a failed refund that fits no refund waits, and an operator can end its case (fault 84)', async () => {
  const surroundings = newSurroundings();
  const gateway = new TestGateway(surroundings);
  const merchant = await gateway.merchant();
  const order = await gateway.paid(merchant);
  const { attemptId, opening } = latest(order);
  const failure = { code: 'refund_failed', message: 'The account is closed.' };
  const notification = {
    kind: 'refund_by_reference',
    attemptId,
    channelReference: opening?.channelReference ?? '',
    result: { kind: 'failed', failure },
  } as const;
  await gateway.receiveCallback.execute('Sandbox', rawCallback({ callbackId: 'evt:1', notification }));
  for (let looks = 0; looks < 14; looks += 1) await gateway.attendAfter(HOUR);
  const [open, ...others] = await casesOf(gateway);
  expect([open?.kind, others]).toEqual(['callback_parked', []]);
  expect(open?.detail).toMatch(
    /has no refund that can have failed.* It reports a refund with the result failed\.$/,
  );
  const { caseId = '', since = new Date(0) } = open ?? {};
  const now = surroundings.clock.now();
  expect(outcomeOf(await gateway.cases.settle({ caseId, since: now }, NOTE))).toBe('CASE_NOT_FOUND');
  expect(await gateway.cases.settle({ caseId, since }, NOTE)).toEqual({
    kind: 'settled',
    orderId: null,
    refund: null,
  });
  for (let looks = 0; looks < 14; looks += 1) await gateway.attendAfter(HOUR);
  expect(await casesOf(gateway)).toEqual([]);
  expect(await gateway.order(order.orderId)).toEqual(order);
});
