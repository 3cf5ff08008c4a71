import { compileValidator, Reconciliation, ReconciliationList } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { kassaAdmin } from '../../src/cli/kassa-admin.ts';
import { attemptIdOf, deriveOrderId } from '../../src/domain/order/order-identifiers.ts';
import { untilTheDayHas } from '../support/until-the-day-has.ts';
import { cardOf } from './support/checkout-client.ts';
import { expectDocumented } from './support/documented-answer.ts';
import { refusalOf } from './support/envelope-answer.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { type MerchantAccount, newTransactionId } from './support/merchant-account.ts';
import { read } from './support/read-message.ts';

/**
 * Tests reconciliation from end to end: orders are paid, refunded and disputed at the sandbox processor, and then the
 * processor's books are changed.
 */

const readReconciliation = compileValidator(Reconciliation);
const readList = compileValidator(ReconciliationList);

let bench: GatewayBench;
let merchant: MerchantAccount;
/** The paid attempts and the refund, each with the processor's own ID. */
let paid: { attemptId: string; processorId: string }[];
let refund: { id: string; reference: string };
let disputeId: string;
let date: string;

beforeAll(async () => {
  await untilTheDayHas(60);
  date = new Date().toISOString().slice(0, 10);
  bench = await GatewayBench.start({ processor: { callbackDelayMs: 0, refundDelayMs: 0 } });
  merchant = await bench.onboard();
  paid = [];
  for (let made = 0; made < 5; made += 1) {
    const number = newTransactionId();
    const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
    await checkout.initialised('card');
    await checkout.submitted(cardOf('4242424242424242'));
    expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
    const attemptId = attemptIdOf(checkout.orderId, 1);
    const document = await bench.processorDatabase.collection('payments').findOne({ reference: attemptId });
    paid.push({ attemptId, processorId: String(document?._id) });
    if (made === 4) disputeId = await disputed(String(document?._id), number);
    if (made > 0) continue;
    await merchant.acceptedRefund({ original_transaction_id: number, amount: 1 });
    await vi.waitFor(async () => expect((await merchant.query(number)).state).toBe('PARTIAL_REFUND'), 90_000);
    const [kept] = ((await bench.processorDatabase.collection('payments').findOne({ reference: attemptId }))
      ?.refunds ?? []) as { id: string; reference: string }[];
    refund = { id: kept?.id ?? '', reference: kept?.reference ?? '' };
  }
});
afterAll(() => bench.stop());

/** Lets the bank dispute a payment. Returns the processor's ID of the dispute. */
async function disputed(processorId: string, number: string): Promise<string> {
  const payment = await atProcessor(`/control/payments/${processorId}/trigger`, { what: 'dispute_opened' });
  await vi.waitFor(async () => expect((await merchant.query(number)).state).toBe('IN_DISPUTE'), 90_000);
  return (payment as { dispute: { id: string } }).dispute.id;
}

async function admin(...args: string[]) {
  let output = '';
  let errors = '';
  const exitCode = await kassaAdmin(args, {
    environment: {
      KASSA_OPERATIONS_URL: bench.main.operationsUrl,
      KASSA_OPERATIONS_TOKEN: bench.main.variables.KASSA_OPERATIONS_TOKEN,
    },
    currentFolder: import.meta.dirname,
    write: (text) => {
      output += text;
    },
    writeError: (text) => {
      errors += text;
    },
    highlight: (text) => text,
  });
  return { exitCode, output, errors };
}

const theDay = () => ['--channel', 'Sandbox', '--date', date];

/** Changes what the processor's books say. */
async function disagree(path: string, body: object): Promise<void> {
  await atProcessor(`/control/books/${path}`, body);
}

async function atProcessor(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${bench.processor.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bench.main.variables.SANDBOX_PROCESSOR_API_KEY}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return response.json();
}

describe('the books of the sandbox processor', () => {
  it('agree with the gateway’s until a test changes them', async () => {
    const { exitCode, output, errors } = await admin('reconcile', ...theDay());
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
    expect(output).toMatch(/The books agree\./);
    expect(output).toMatch(/disputes USD +10\.50 +1\n.*payments USD +52\.50 +5\n.*refunds USD +1\.00 +1/s);
  });

  it('differ in exactly what the test changed, by command line and interface', async () => {
    const invented = attemptIdOf(deriveOrderId(merchant.merchantId, 'nobody'), 1);
    await disagree(`payments/${paid[0]?.processorId}`, { amount_minor: 1_051 });
    await disagree(`payments/${paid[1]?.processorId}`, { hidden: true });
    await disagree(`payments/${paid[2]?.processorId}`, { status: 'failed' });
    // Move a payment to another day in the processor's books, which is no difference.
    await disagree(`payments/${paid[3]?.processorId}`, { at: '2026-01-01T00:00:00Z' });
    await disagree(`refunds/${refund.id}`, { status: 'pending' });
    await disagree(`disputes/${disputeId}`, { amount_minor: 1_049 });
    await disagree('payments', { reference: invented, amount_minor: 100, currency: 'EUR' });
    await disagree('payments', { reference: 'of-somebody-else', amount_minor: 100, currency: 'EUR' });

    const text = await admin('reconcile', ...theDay());
    expect(text).toMatchObject({ exitCode: 5, errors: 'error: The books differ in 5 entries.\n' });
    expect(text.output).toMatch(/missing_here \(1\).*missing_there \(1\).*amount \(2\).*state \(1\)/s);

    // What is printed leads on to the order.
    const [orderId = ''] = /ord_\w+(?= .*10\.51 USD)/.exec(text.output) ?? [];
    expect((await admin('order', 'show', orderId)).output).toContain(paid[0]?.attemptId);

    const json = await admin('reconcile', 'show', ...theDay(), '--json');
    expect(json.exitCode).toBe(5);
    const result = JSON.parse(json.output) as Reconciliation;
    const kinds = ['missing_here', 'missing_there', 'amount', 'amount', 'state'];
    expect(result.differences.map(({ kind }) => kind)).toEqual(kinds);
    // Differences of one kind are listed in the sequence in which the database finds their orders, so the test ignores their
    // sequence.
    const found = result.differences.map(({ kind, subject, reference }) => [kind, subject, reference]);
    expect(found).toEqual(
      expect.arrayContaining([
        ['missing_here', 'payment', invented],
        ['missing_there', 'payment', paid[1]?.attemptId],
        ['amount', 'payment', paid[0]?.attemptId],
        ['amount', 'dispute', paid[4]?.attemptId],
        ['state', 'payment', paid[2]?.attemptId],
      ]),
    );
    const amountOf = (what: string) =>
      result.differences.find(({ kind, subject }) => kind === 'amount' && subject === what);
    expect(amountOf('payment')).toMatchObject({
      here: { amount: '10.50', currency_code: 'USD', state: 'succeeded' },
      there: { amount: '10.51', currency_code: 'USD', state: 'succeeded' },
    });
    expect(amountOf('dispute')).toMatchObject({
      channel_reference: disputeId,
      here: { amount: '10.50', currency_code: 'USD', state: 'opened' },
      there: { amount: '10.49', currency_code: 'USD', state: 'opened' },
    });
    expect(result).toMatchObject({
      state: 'done',
      final: false,
      counts: { missing_here: 1, missing_there: 1, amount: 2, state: 1 },
      pending: [{ subject: 'refund', reference: refund.reference }],
      agreed: [{ subject: 'payment', currency_code: 'USD', count: 2, sum: '21.00' }],
      agreed_across_days: 1,
      foreign: 1,
      account_fees: [],
    });
    expect(await bench.metric('kassa_alerts_total{kind="reconciliation_difference"}')).toBe(1);

    const answer = await bench.admin('GET', `/admin/reconciliations/Sandbox/${date}`);
    expectDocumented(answer);
    expect(read(readReconciliation, answer)).toEqual(result);
    const list = await bench.admin('GET', '/admin/reconciliations?limit=1');
    expectDocumented(list);
    expect(read(readList, list).reconciliations).toMatchObject([{ channel: 'Sandbox', date, state: 'done' }]);
    const listed = await admin('reconcile', 'list');
    expect(listed.output).toContain('1 missing_here, 1 missing_there, 2 amount, 1 state (day not over)');
  });

  it('do not count as agreeing while they are unavailable', async () => {
    const { exitCode, errors } = await admin('reconcile', '--channel', 'Nobody', '--date', date);
    expect({ exitCode, errors }).toMatchObject({ exitCode: 1, errors: expect.stringContaining('Nobody') });
    const future = await bench.admin('POST', '/admin/reconciliations', {
      channel: 'Sandbox',
      date: '2999-01-01',
    });
    expect(refusalOf(future)).toMatchObject({ msg: 'INVALID_REQUEST' });
    const unknown = await bench.admin('GET', '/admin/reconciliations/Sandbox/2026-01-01');
    expect(refusalOf(unknown)).toMatchObject({ msg: 'NOT_FOUND' });
    const audit = await bench.admin('GET', '/admin/audit?about=Sandbox');
    expect(JSON.stringify(audit.data)).toContain('reconciliation.run');

    await bench.processor.stop();
    const broken = await admin('reconcile', ...theDay());
    expect(broken).toMatchObject({ exitCode: 6, errors: expect.stringContaining('There is no result') });
    expect(broken.errors).toMatch(/The result shown is from \S+Z\./);
    expect(broken.output).toMatch(/missing_here \(1\).*missing_there \(1\).*amount \(2\).*state \(1\)/s);
    const known = await bench.admin('GET', `/admin/reconciliations/Sandbox/${date}`);
    expectDocumented(known);
    expect(read(readReconciliation, known)).toMatchObject({ state: 'unavailable', counts: { amount: 2 } });
  });
});
