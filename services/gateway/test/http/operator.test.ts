import { createHmac } from 'node:crypto';
import {
  AttemptAnswer,
  CaseListResult,
  compileValidator,
  OperatorOrder,
  SettledCase,
} from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callKassaAdmin } from '../cli/support/call-kassa-admin.ts';
import { callbackSecret, GatewayBench } from './support/gateway-bench.ts';
import { send } from './support/http-call.ts';
import { type MerchantAccount, newTransactionId } from './support/merchant-account.ts';
import { read } from './support/read-message.ts';

const readCases = compileValidator(CaseListResult);
const readOrder = compileValidator(OperatorOrder);
const readAnswer = compileValidator(AttemptAnswer);
const readSettled = compileValidator(SettledCase);

let bench: GatewayBench;
let merchant: MerchantAccount;
beforeAll(async () => {
  // The processor's own callbacks come an hour late, so the tests report what happens at the channel.
  bench = await GatewayBench.start({ processor: { callbackDelayMs: 3_600_000 } });
  merchant = await bench.onboard();
});
afterAll(() => bench.stop());

async function newOrder() {
  const number = newTransactionId();
  const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
  return { number, checkout, orderId: checkout.orderId };
}

/** Makes a submitted order, and sends a genuine callback that names another amount. */
async function setAside() {
  const { number, orderId, checkout } = await newOrder();
  const { transactionId: attemptId } = await checkout.payByCard('4242424242424242');
  const body = JSON.stringify({
    id: `evt_${number}`,
    type: 'payment.succeeded',
    created_at: new Date().toISOString(),
    payment: {
      id: await bench.channelPaymentId(attemptId),
      status: 'succeeded',
      amount_minor: 1,
      currency: 'USD',
      reference: attemptId,
      redirect_url: null,
      action_url: null,
      card: null,
      failure: null,
    },
  });
  const seconds = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', callbackSecret).update(`${seconds}.${body}`).digest('hex');
  await send(bench.main.merchantUrl, {
    method: 'POST',
    target: '/api/webhook/Sandbox',
    headers: { 'content-type': 'application/json', 'sandbox-signature': `t=${seconds},v1=${digest}` },
    body,
  });
  const ofOrder = async () => (await cases()).filter(({ order_id }) => order_id === orderId);
  await expect.poll(ofOrder).toHaveLength(1);
  const [found] = await ofOrder();
  return { number, orderId, attemptId, caseId: found?.case_id ?? '', since: found?.since ?? '' };
}

const moment = '2026-11-21T09:30:00.000Z';

async function cases(query = '') {
  return read(readCases, await bench.admin('GET', `/admin/cases${query}`)).cases;
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

describe('fault 18: if a genuine callback has an amount other than the order’s, the order does not change, and the operator gets a case', () => {
  test('changes nothing, waits for the operator, and is settled with a note', async () => {
    const { orderId, caseId, since } = await setAside();
    const before = read(readOrder, await bench.admin('GET', `/admin/orders/${orderId}`));
    expect(before.payment.state).toBe('PAYING');
    expect(before.cases).toMatchObject([{ case_id: caseId, kind: 'result_set_aside' }]);
    const body = { case_id: caseId, since, note: 'A test payment.' };
    const earlier = { ...body, since: new Date(Date.parse(since) - 1).toISOString() };
    const stale = await bench.admin('POST', '/admin/cases/settle', earlier);
    expect(stale).toMatchObject({ msg: 'CASE_NOT_FOUND' });
    expect(stale.error?.detail).toContain(`is open since ${since}`);
    const settled = read(readSettled, await bench.admin('POST', '/admin/cases/settle', body));
    expect(settled).toEqual({ case_id: caseId, order_id: orderId, refund_state: null });
    const after = read(readOrder, await bench.admin('GET', `/admin/orders/${orderId}`));
    expect(after.cases).toEqual([]);
    expect(after.settled_cases).toMatchObject([{ case_id: caseId, note: 'A test payment.' }]);
    expect(after.history.at(-1)).toMatchObject({ actor: 'operator', cause: 'case_settled' });
    expect((await bench.admin('POST', '/admin/cases/settle', body)).msg).toBe('CASE_NOT_FOUND');
  });
});

describe('the operations port', () => {
  test('also finds an order by its merchant’s ID', async () => {
    const { number, orderId } = await newOrder();
    const query = new URLSearchParams({ merchant_id: merchant.merchantId, merchant_transaction_id: number });
    const found = read(readOrder, await bench.admin('GET', `/admin/orders?${query}`));
    expect(found.payment.order_id).toBe(orderId);
    expect(found.history).toEqual([
      {
        version: 1,
        at: found.payment.created_at,
        actor: 'merchant',
        cause: 'payment_created',
        times: 1,
        note: null,
        moves: [{ subject: 'order', from: null, to: 'INIT' }],
      },
    ]);
  });

  test('lists cases of one kind', async () => {
    const { caseId } = await setAside();
    expect((await cases('?kind=result_set_aside')).map(({ case_id }) => case_id)).toContain(caseId);
    expect(await cases('?kind=order_parked')).toEqual([]);
  });

  test('lists cases page by page, even if those of a page are settled before the next is read', async () => {
    for (let count = 0; count < 3; count += 1) await setAside();
    const all = await cases('?kind=result_set_aside');
    const read1 = async (query: string) =>
      read(readCases, await bench.admin('GET', `/admin/cases?kind=result_set_aside&limit=1${query}`));
    const listed: unknown[] = [];
    let after = '';
    for (let pages = 0; pages < all.length; pages += 1) {
      const page = await read1(after);
      expect(page.cases).toHaveLength(1);
      listed.push(page.cases[0]?.case_id);
      if (page.next === null) break;
      const body = { case_id: page.cases[0]?.case_id, since: page.cases[0]?.since, note: 'Looked at.' };
      // Settle every second case between two pages. Neither the settled nor the remaining cases may move the position in the
      // list.
      const isSettled = pages % 2 === 1;
      if (isSettled) expect((await bench.admin('POST', '/admin/cases/settle', body)).msg).toBe('success');
      after = `&after=${encodeURIComponent(page.next)}`;
    }
    expect(listed).toEqual(all.map(({ case_id }) => case_id));
  });

  test('says that a parameter was given twice', async () => {
    const answer = await bench.admin('GET', '/admin/cases?limit=1&limit=2&kind=order_parked');
    expect(answer.error?.fields).toEqual([{ path: 'limit', message: 'is given twice; give it once' }]);
  });

  test('asks a channel about an attempt', async () => {
    const { checkout } = await newOrder();
    const { transactionId } = await checkout.payByCard('4242424242424242');
    const asked = read(readAnswer, await bench.admin('POST', `/admin/attempts/${transactionId}/ask`));
    expect(asked).toMatchObject({ answer: 'pending', order_state: 'PAYING', attempt_state: 'SUBMITTED' });
  });

  test.each([
    ['GET', '/admin/orders/ord_none', undefined, 'ORDER_NOT_FOUND'],
    ['GET', '/admin/orders?merchant_id=m&merchant_transaction_id=x', undefined, 'ORDER_NOT_FOUND'],
    ['GET', '/admin/orders?merchant_id=m', undefined, 'INVALID_REQUEST'],
    [
      'GET',
      '/admin/orders?merchant_id=m&merchant_id=n&merchant_transaction_id=x',
      undefined,
      'INVALID_REQUEST',
    ],
    ['GET', '/admin/cases?kind=nonsense', undefined, 'INVALID_REQUEST'],
    ['GET', '/admin/cases?knd=order_parked', undefined, 'INVALID_REQUEST'],
    ['GET', '/admin/cases?after=txn_1', undefined, 'INVALID_REQUEST'],
    ['GET', '/admin/cases?limit=101', undefined, 'INVALID_REQUEST'],
    ['POST', '/admin/cases/settle', { case_id: 'qtn_x', since: moment, note: 'x' }, 'CASE_NOT_FOUND'],
    ['POST', '/admin/cases/settle', { case_id: 'qtn_x', since: moment }, 'INVALID_REQUEST'],
    ['POST', '/admin/cases/settle', { case_id: 'qtn_x', note: 'x' }, 'INVALID_REQUEST'],
    ['POST', '/admin/cases/settle', { case_id: 'qtn_x', since: 'today', note: 'x' }, 'INVALID_REQUEST'],
    ['POST', '/admin/cases/settle', { case_id: { $gt: '' }, since: moment, note: 'x' }, 'INVALID_REQUEST'],
    ['POST', '/admin/cases/resume', { case_id: 'Sandbox:evt_none' }, 'CASE_NOT_FOUND'],
    ['POST', '/admin/attempts/txn_none/ask', undefined, 'ATTEMPT_NOT_FOUND'],
    ['POST', '/admin/refunds/rfd_none/cancel', undefined, 'REFUND_NOT_FOUND'],
    ['POST', '/admin/refunds/rfd_00000000000000000000000000000000_1/repeat', undefined, 'REFUND_NOT_FOUND'],
  ])('answers %s %s with a named error', async (method, target, body, name) => {
    const answer = await bench.admin(method, target, body);
    expect(answer.msg).toBe(name);
  });

  test('shows nothing without the operations token', async () => {
    for (const target of ['/admin/cases', '/admin/orders/ord_none']) {
      expect((await bench.admin('GET', target, undefined, { token: 'wrong' })).msg).toBe(
        'OPERATOR_UNAUTHORISED',
      );
    }
  });
});

describe('kassa-admin', () => {
  test('lists the cases with advice, and settles one', async () => {
    const { caseId, orderId, since } = await setAside();
    const list = await cli('cases');
    expect(list).toMatchObject({ exitCode: 0, errors: '' });
    expect(list.output).toMatch(new RegExp(`result_set_aside +${caseId}`));
    expect(list.output).toContain('A payment of 0.01 USD was reported, but the amount of this order is');
    expect(list.output).toContain('What to do:');
    expect(list.output).toContain(`${since}  result_set_aside`);
    expect(list.output).toContain('kassa-admin cases settle <case-id> --since <since> --note');
    const settled = await cli('cases', 'settle', caseId, '--since', since, '--note', 'Looked at.');
    expect(settled).toEqual({
      exitCode: 0,
      errors: '',
      output: `Settled. Order ${orderId} keeps the note.\n`,
    });
    const again = await cli('cases', 'settle', caseId, '--since', since, '--note', 'Looked at.');
    expect(again.exitCode).toBe(1);
    expect(again.errors).toContain('error: CASE_NOT_FOUND: ');
  });

  test('shows an order with its whole history', async () => {
    const { number, orderId, attemptId } = await setAside();
    const shown = await cli('order', 'show', number, '--merchant', merchant.merchantId);
    expect(shown).toMatchObject({ exitCode: 0, errors: '' });
    expect(shown.output).toContain(orderId);
    expect(shown.output).toMatch(/Amount +10\.50 USD$/m);
    expect(shown.output).toMatch(new RegExp(`${attemptId} +SUBMITTED +card +Sandbox`));
    expect(shown.output).toMatch(
      /consumer +payment_submitted +order INIT → PAYING, attempt 1 OPEN → SUBMITTED$/m,
    );
    expect(shown.output).toMatch(/channel +callback_received +set aside 1 → payment$/m);
    const json = await cli('order', 'show', orderId, '--json');
    expect(JSON.parse(json.output)).toMatchObject({ payment: { order_id: orderId } });
  });

  test('says what it cannot do, and why', async () => {
    const asked = await cli('attempt', 'ask', 'txn_none');
    expect(asked).toMatchObject({ exitCode: 1, output: '' });
    expect(asked.errors).toContain('error: ATTEMPT_NOT_FOUND: There is no payment attempt txn_none.');
    expect((await cli('refund', 'cancel', 'rfd_none')).errors).toContain('REFUND_NOT_FOUND');
    expect((await cli('refund', 'repeat', 'rfd_none')).errors).toContain('REFUND_NOT_FOUND');
    expect((await cli('cases', 'resume', 'ord_none')).errors).toContain('CASE_NOT_FOUND');
    expect((await cli('cases', 'list', '--kind', 'nonsense')).exitCode).toBe(2);
  });
});
