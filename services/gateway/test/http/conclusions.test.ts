import {
  AuditList,
  ConcludedDispute,
  ConcludedRefund,
  compileValidator,
  orderLimits,
  SettledCase,
} from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callKassaAdmin } from '../cli/support/call-kassa-admin.ts';
import { refusalOf } from './support/envelope-answer.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { OrdersToConclude, type UnresolvedRefund } from './support/orders-to-conclude.ts';
import { read } from './support/read-message.ts';

const readRefund = compileValidator(ConcludedRefund);
const readDispute = compileValidator(ConcludedDispute);
const readSettled = compileValidator(SettledCase);
const readAudit = compileValidator(AuditList);

const note = 'Seen in the dashboard.';
const noOrder = `ord_${'0'.repeat(32)}`;

let bench: GatewayBench;
let merchant: MerchantAccount;
let orders: OrdersToConclude;
/** Refunds without a result, each for one test. All are made at once, because each takes some seconds. */
let unresolved: UnresolvedRefund[] | undefined;
beforeAll(async () => {
  bench = await GatewayBench.start();
  merchant = await bench.onboard();
  orders = new OrdersToConclude(bench, merchant);
});
afterAll(() => bench.stop());

async function nextUnresolved(): Promise<UnresolvedRefund> {
  unresolved ??= [...(await orders.unresolvedRefunds(5))];
  const next = unresolved.pop();
  if (next === undefined) throw new Error('more tests than refunds without a result');
  return next;
}

async function lastEntry(about: string) {
  const { entries } = read(readAudit, await bench.admin('GET', `/admin/audit?about=${about}&limit=1`));
  return entries[0];
}

function cli(...args: string[]) {
  return callKassaAdmin(args, {
    environment: {
      ...process.env,
      KASSA_OPERATIONS_URL: bench.main.operationsUrl,
      KASSA_OPERATIONS_TOKEN: 'operations-token-of-the-tests',
    },
    currentFolder: process.cwd(),
  });
}

test('if an order already holds as many settled cases as it can, settling another case is refused with the reason, and that case stays open (fault 75)', async () => {
  const { order_id: orderId } = await merchant.paidOrder();
  const hash = orderId.slice('ord_'.length);
  const moment = new Date();
  const settled = { caseId: 'c', kind: 'result_set_aside', since: moment, at: moment, note };
  const settledCases = Array.from({ length: orderLimits.settledCases }, () => settled);
  const reported = { amountMinor: 1, currency: 'USD' };
  const quarantine = [{ attemptId: `txn_${hash}_1`, reported, receivedAt: moment }];
  await bench.database
    .collection<{ _id: string }>('orders')
    .updateOne(
      { _id: orderId },
      { $set: { 'order.settledCases': settledCases, 'order.quarantine': quarantine } },
    );
  const caseId = `qtn_${hash}_1`;
  const answer = await bench.admin('POST', '/admin/cases/settle', {
    case_id: caseId,
    since: moment.toISOString(),
    note,
  });
  expect(answer.msg, answer.text).toBe('ORDER_FULL');
  expect(answer.error?.detail).toContain(`holds ${orderLimits.settledCases} settled cases`);
  expect((await orders.shown(orderId)).cases).toMatchObject([{ case_id: caseId }]);
  const { entries } = read(readAudit, await bench.admin('GET', '/admin/audit?limit=1'));
  expect(entries).toMatchObject([{ action: 'cases.settle', outcome: 'ORDER_FULL' }]);
});

describe('the operations port concludes', () => {
  test('a refund, once: the merchant gets an event, and order and audit log keep the note', async () => {
    const { orderId, refundId } = await nextUnresolved();
    const target = `/admin/refunds/${refundId}/conclude`;
    const body = { outcome: 'made', note };
    const concluded = read(readRefund, await bench.admin('POST', target, body));
    expect(concluded).toEqual({
      refund_id: refundId,
      order_id: orderId,
      refund_state: 'SUCCESS',
      order_state: 'PARTIAL_REFUND',
      correction_id: null,
      automatic: false,
    });
    const order = await orders.shown(orderId);
    expect(order.cases).toEqual([]);
    expect(order.history.at(-1)).toMatchObject({ actor: 'operator', cause: 'refund_concluded', note });
    const events = await bench.receiver.eventsOf(orderId, 3);
    expect(events.at(-1)).toMatchObject({
      event_type: 'order.refund.succeeded',
      data: { state: 'PARTIAL_REFUND', refund: { status: 2 } },
    });
    expect(await lastEntry(orderId)).toMatchObject({
      action: 'refund.conclude',
      about: [refundId, orderId],
      details: { concluded_as: 'made', note },
      outcome: 'done',
    });
    const again = await bench.admin('POST', target, { ...body, outcome: 'not_made' });
    expect(again.msg).toBe('REFUND_NOT_CONCLUDABLE');
    expect(again.error?.detail).toMatch(
      /^The refund has ended already: it is SUCCESS\. A recorded return cannot/,
    );
    expect(await lastEntry(refundId)).toMatchObject({ outcome: 'REFUND_NOT_CONCLUDABLE' });
  });

  test('a dispute, once: the merchant gets an event, and order and audit log keep the note', async () => {
    const { orderId, dispute } = await orders.disputedOrder();
    const target = `/admin/orders/${orderId}/dispute/conclude`;
    const concluded = read(
      readDispute,
      await bench.admin('POST', target, { dispute, outcome: 'lost', note }),
    );
    expect(concluded).toEqual({
      order_id: orderId,
      dispute_state: 'lost',
      order_state: 'REFUNDED',
      other_payment: false,
    });
    expect((await orders.shown(orderId)).history.at(-1)).toMatchObject({
      actor: 'operator',
      cause: 'dispute_concluded',
      note,
    });
    const events = await bench.receiver.eventsOf(orderId, 4);
    expect(events.at(-1)).toMatchObject({
      event_type: 'order.dispute.lost',
      data: { dispute: { state: 'lost', resolved_at: expect.any(String) } },
    });
    expect(await lastEntry(orderId)).toMatchObject({
      action: 'dispute.conclude',
      about: [orderId],
      details: { dispute, concluded_as: 'lost', note },
      outcome: 'done',
    });
    const again = await bench.admin('POST', target, { dispute, outcome: 'lost', note });
    expect(again.msg).toBe('DISPUTE_NOT_CONCLUDABLE');
    expect(await bench.receiver.eventsOf(orderId, 4)).toHaveLength(4);
  });

  test('a lost dispute as won, because the bank gave the money back: the merchant gets an event, and nothing counts as returned', async () => {
    const { orderId, dispute } = await orders.disputedOrder();
    const target = `/admin/orders/${orderId}/dispute/conclude`;
    await bench.admin('POST', target, { dispute, outcome: 'lost', note });
    const corrects = (await orders.shown(orderId)).payment.dispute?.resolved_at;
    const corrected = read(
      readDispute,
      await bench.admin('POST', target, { dispute, outcome: 'won', corrects, note }),
    );
    expect(corrected).toMatchObject({ dispute_state: 'won', order_state: 'PAY_SUCCESS' });
    expect(await merchant.query(orderId)).toMatchObject({ state: 'PAY_SUCCESS', refunded_amount: 0 });
    expect((await bench.receiver.eventsOf(orderId, 5)).at(-1)).toMatchObject({
      event_type: 'order.dispute.won',
    });
    expect(await lastEntry(orderId)).toMatchObject({ details: { concluded_as: 'won', corrects } });
  });

  test('only the dispute that the operator names', async () => {
    const { orderId, dispute } = await orders.disputedOrder();
    const target = `/admin/orders/${orderId}/dispute/conclude`;
    const body = { dispute: `${dispute}_before`, outcome: 'won', note };
    const refused = await bench.admin('POST', target, body);
    expect(refused.msg).toBe('DISPUTE_NOT_CONCLUDABLE');
    expect(refused.error?.detail).toContain(`is ${dispute} now, not ${dispute}_before`);
    expect((await merchant.query(orderId)).state).toBe('IN_DISPUTE');
  });

  const refund = '/admin/refunds/rfd_none/conclude';
  const dispute = `/admin/orders/${noOrder}/dispute/conclude`;
  const invalid = (field: string) => ({ msg: 'INVALID_REQUEST', fields: [field] });
  test.each([
    [refund, { outcome: 'made', note }, { msg: 'REFUND_NOT_FOUND', fields: [] }],
    [dispute, { dispute: 'dsp_1', outcome: 'won', note }, { msg: 'ORDER_NOT_FOUND', fields: [] }],
    [refund, { outcome: 'made' }, invalid('note')],
    [refund, { outcome: 'made', note: '' }, invalid('note')],
    [refund, { outcome: 'won', note }, invalid('outcome')],
    [refund, { outcome: { $gt: '' }, note }, invalid('outcome')],
    [dispute, { dispute: 'dsp_1', outcome: 'made', note }, invalid('outcome')],
    [dispute, { dispute: 'dsp_1', outcome: 'won' }, invalid('note')],
    [dispute, { outcome: 'won', note }, invalid('dispute')],
    [dispute, { dispute: '', outcome: 'won', note }, invalid('dispute')],
    [dispute, { dispute: 'd'.repeat(256), outcome: 'won', note }, invalid('dispute')],
  ])('nothing by POST %s with %j', async (target, body, refusal) => {
    expect(refusalOf(await bench.admin('POST', target, body))).toEqual(refusal);
  });

  test('nothing of an order that has no dispute', async () => {
    const { order_id: orderId } = await merchant.paidOrder();
    const target = `/admin/orders/${orderId}/dispute/conclude`;
    const body = { dispute: 'dsp_1', outcome: 'won', note };
    expect((await bench.admin('POST', target, body)).msg).toBe('DISPUTE_NOT_CONCLUDABLE');
  });
});

describe('kassa-admin', () => {
  test('settles the case of a refund with the command that concludes it, and concludes it', async () => {
    const { orderId, refundId } = await nextUnresolved();
    const command = `kassa-admin refund conclude ${refundId} made|made-by-hand|not-made --looked-at <time> --note "…"`;
    expect((await cli('cases')).output).toContain(
      'kassa-admin refund conclude <case-id> made|made-by-hand|not-made',
    );
    const notMade = ['refund', 'conclude', refundId, 'not-made', '--note', note];
    for (const tooEarly of [[], ['--looked-at', '2026-01-01T00:00Z']]) {
      expect((await cli(...notMade, ...tooEarly)).errors).toMatch(
        /REFUND_NOT_CONCLUDABLE: The refund may have reached its channel until 20/,
      );
    }
    const settled = await cli(
      'cases',
      'settle',
      refundId,
      '--since',
      await orders.sinceOf(orderId),
      '--note',
      'Asked them.',
    );
    expect(settled).toMatchObject({ exitCode: 0, errors: '' });
    expect(settled.output).toContain(
      `Settled. Order ${orderId} keeps the note.\nThe refund is still PROCESSING`,
    );
    expect(settled.output).toContain(`\n  ${command}\n`);
    const looked = ['--looked-at', new Date().toISOString()];
    expect((await cli(...notMade, ...looked)).errors).toContain(
      'REFUND_NOT_CONCLUDABLE: An operator has settled the refund’s case, with the note “Asked them.”.',
    );
    expect((await cli(...notMade, ...looked, '--not-by-hand')).errors).toContain(
      'look at the channel’s own record after 20',
    );
    // The clock of the operator who settled the case may have been forty seconds ahead. A look forty seconds from now is
    // certainly after the settlement.
    const lookedAt = new Date(Date.now() + 40_000).toISOString();
    expect(await cli(...notMade, '--looked-at', lookedAt, '--not-by-hand')).toEqual({
      exitCode: 0,
      errors: '',
      output: 'Concluded: the refund is FAILED, its order PAY_SUCCESS.\nThe merchant gets an event.\n',
    });
    const { output } = await cli('order', 'show', orderId);
    expect(output).toMatch(
      /operator +refund_concluded +refund 1 PROCESSING → FAILED: Seen in the dashboard\.$/m,
    );
    expect(await lastEntry(refundId)).toMatchObject({
      details: { looked_at: lookedAt, not_by_hand: true },
      outcome: 'done',
    });
    const again = await cli(...notMade);
    expect(again.exitCode).toBe(1);
    expect(again.errors).toContain('error: REFUND_NOT_CONCLUDABLE: The refund has ended already');
  });

  test('corrects a conclusion that was wrong, with the amount that was returned by hand', async () => {
    const { orderId, refundId } = await nextUnresolved();
    const notMade = ['refund', 'conclude', refundId, 'not-made', '--note', note];
    expect((await cli(...notMade, '--looked-at', new Date().toISOString())).exitCode).toBe(0);
    const conclude = ['refund', 'conclude', refundId, 'made-by-hand', '--note', note, '--amount'];
    expect((await cli(...conclude, '1000')).errors).toContain('error: REFUND_NOT_CONCLUDABLE: The amount');
    expect((await cli(...conclude, '2.50')).output).toMatch(
      /^Concluded: the refund is SUCCESS, its order PARTIAL_REFUND\.$/m,
    );
    expect((await cli(...conclude, '2.50')).errors).toContain(
      '0.00 USD as returned by the channel and 2.50 USD as returned by hand. If that is right, nothing is left to do.',
    );
    expect((await orders.shown(orderId)).refunds[0]).toMatchObject({
      amount: 2.5,
      state: 'SUCCESS',
      made_by_hand: true,
    });
    expect((await cli('order', 'show', orderId)).output).toMatch(
      new RegExp(`^ +${refundId} .* SUCCESS, by hand +2\\.50 USD`, 'm'),
    );
    expect(await lastEntry(refundId)).toMatchObject({
      details: { concluded_as: 'made_by_hand', amount: 2.5 },
    });
  });

  test('records what went back beyond a refund that was made', async () => {
    const { orderId, refundId } = await nextUnresolved();
    const conclude = (id: string, amount: number) =>
      bench.admin('POST', `/admin/refunds/${id}/conclude`, { outcome: 'made', amount, note });
    await conclude(refundId, 3);
    expect((await conclude(refundId, 2)).error?.detail).toMatch(
      /^3\.00 USD is recorded as returned in this way/,
    );
    const correctionId = refundId.replace(/1$/, '2');
    const corrected = ['refund', 'conclude', refundId, 'made', '--note', note, '--amount', '4.50'];
    expect((await cli(...corrected)).output).toBe(
      `Corrected: ${correctionId} records what went back beyond the refund. Its order is PARTIAL_REFUND.\nThe merchant gets an event.\n`,
    );
    expect((await orders.shown(orderId)).refunds).toMatchObject([
      { refund_id: refundId, amount: 3, corrects_refund_id: null },
      { refund_id: correctionId, amount: 1.5, state: 'SUCCESS', corrects_refund_id: refundId },
    ]);
    expect((await cli('order', 'show', orderId)).output).toMatch(
      new RegExp(`^ +${correctionId} +returned in addition to ${refundId} +SUCCESS`, 'm'),
    );
    expect(await merchant.query(orderId)).toMatchObject({
      refunded_amount: 4.5,
      refunds: [{ amount: 3 }, { transaction_id: correctionId, amount: 1.5, status: 2 }],
    });
    const events = await bench.receiver.eventsOf(orderId, 4);
    expect(events.at(-1)).toMatchObject({
      event_type: 'order.refund.succeeded',
      data: { refund: { transaction_id: correctionId, amount: 1.5, status: 2 } },
    });
    expect((await conclude(correctionId, 5)).error?.detail).toContain(
      `only records what went back beyond ${refundId}`,
    );
  });

  test('shows the refund of a settled case, in JSON as well', async () => {
    const { orderId, refundId } = await nextUnresolved();
    const body = { case_id: refundId, since: await orders.sinceOf(orderId), note };
    expect(read(readSettled, await bench.admin('POST', '/admin/cases/settle', body))).toEqual({
      case_id: refundId,
      order_id: orderId,
      refund_state: 'PROCESSING',
    });
    const json = await cli('refund', 'conclude', refundId, 'made', '--note', note, '--json');
    expect(JSON.parse(json.output)).toMatchObject({ refund_state: 'SUCCESS', order_id: orderId });
  });

  test('concludes a dispute, named as the order shows it', async () => {
    const { orderId, dispute } = await orders.disputedOrder();
    expect((await cli('order', 'show', orderId)).output).toMatch(
      new RegExp(`^ +Dispute +${dispute}, opened, `, 'm'),
    );
    expect(await cli('dispute', 'conclude', orderId, dispute, 'won', '--note', note)).toEqual({
      exitCode: 0,
      errors: '',
      output:
        'Concluded: the dispute is won, its order PAY_SUCCESS.\n' +
        'The merchant gets an event; if the order is unpaid, the event follows once the order is paid.\n',
    });
    const again = await cli('dispute', 'conclude', orderId, dispute, 'won', '--note', note, '--json');
    expect(again.exitCode).toBe(1);
    expect(JSON.parse(again.errors)).toMatchObject({ error: { name: 'DISPUTE_NOT_CONCLUDABLE' } });
    const lost = ['dispute', 'conclude', orderId, dispute, 'lost', '--note', note, '--amount', '4.00'];
    const [, corrects = ''] = /--corrects (\S+Z)/.exec((await cli(...lost)).errors) ?? [];
    expect((await cli('order', 'show', orderId)).output).toContain(` USD, recorded at ${corrects}\n`);
    expect((await cli(...lost, '--corrects', corrects)).output).toMatch(
      /^Concluded: the dispute is lost, its order PARTIAL_REFUND\.$/m,
    );
    expect((await merchant.query(orderId)).refunded_amount).toBe(4);
  });

  test('records the loss of the payment that the operator names', async () => {
    const { orderId, dispute } = await orders.disputedOrder();
    await cli('dispute', 'conclude', orderId, dispute, 'won', '--note', note);
    const [attempt] = (await orders.shown(orderId)).attempts;
    const lose = [
      'dispute',
      'conclude',
      orderId,
      'dsp_unheard_of',
      'lost',
      '--amount',
      '4.00',
      '--note',
      note,
    ];
    expect((await cli(...lose, '--attempt', `${attempt?.attempt_id}9`)).errors).toContain(
      'The order has no such payment attempt.',
    );
    const named = ['--attempt', `${attempt?.attempt_id}`, '--payment', 'sbx_pay_1'];
    expect((await cli(...lose, ...named)).output).toMatch(
      /^Concluded: the dispute is lost, its order PARTIAL_REFUND\.$/m,
    );
    expect(await lastEntry(orderId)).toMatchObject({
      details: { concluded_as: 'lost', attempt_id: attempt?.attempt_id, payment: 'sbx_pay_1' },
    });
  });

  test.each([
    ['refund', 'conclude', 'rfd_1', 'made'],
    ['refund', 'conclude', 'rfd_1', 'not_made', '--note', note],
    ['refund', 'conclude', 'rfd_1', '--note', note],
    ['refund', 'conclude', 'rfd_1', 'not-made', '--note', note, '--looked-at', '10:31'],
    ['dispute', 'conclude', 'ord_1', 'dsp_1', 'won'],
    ['dispute', 'conclude', 'ord_1', 'won', '--note', note],
    ['dispute', 'conclude', 'ord_1', 'dsp_1', 'opened', '--note', note],
  ])('asks for missing options: %s %s %s %s', async (...args) => {
    expect((await cli(...args)).exitCode).toBe(2);
  });
});
