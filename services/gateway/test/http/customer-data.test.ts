import { AuditList, compileValidator, ErasedCustomer, OperatorOrder, OrderCustomer } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callKassaAdmin } from '../cli/support/call-kassa-admin.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { read } from './support/read-message.ts';
import { TesterClock } from './support/tester-clock.ts';

const readCustomer = compileValidator(OrderCustomer);
const readErased = compileValidator(ErasedCustomer);
const readOrder = compileValidator(OperatorOrder);
const readAudit = compileValidator(AuditList);

const customer = {
  full_name: 'Ottilie Quast',
  email: 'quast@example.org',
  phone: '+4915198765432',
  billing_address: { line1: 'Wendelgasse 7', city: 'Köln', postal_code: '50667', country: 'DE' },
};
const traces = ['Quast', 'quast', '98765432', 'Wendelgasse', '50667'];
const note = 'Request 2026-117';

let bench: GatewayBench;
let merchant: MerchantAccount;
beforeAll(async () => {
  bench = await GatewayBench.start();
  merchant = await bench.onboard();
});
afterAll(() => bench.stop());

/** The collections in which something that identifies the consumer can be read. */
async function collectionsThatName(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name } of await bench.database.listCollections().toArray()) {
    const documents = JSON.stringify(await bench.database.collection(name).find().toArray());
    if (traces.some((trace) => documents.includes(trace))) found.push(name);
  }
  return found;
}

function cli(...args: string[]) {
  return callKassaAdmin(args, {
    environment: {
      KASSA_OPERATIONS_URL: bench.main.operationsUrl,
      KASSA_OPERATIONS_TOKEN: 'operations-token-of-the-tests',
    },
    currentFolder: process.cwd(),
  });
}

describe('what an order says about the consumer', () => {
  test('is shown to an operator, and after it was erased, no collection of the database holds it', async () => {
    const { order_id: orderId, merchant_transaction_id } = await merchant.paidOrder(undefined, { customer });
    const target = `/admin/orders/${orderId}/customer`;
    expect(read(readCustomer, await bench.admin('GET', target))).toEqual({ order_id: orderId, customer });
    expect((await cli('customer', 'show', orderId)).output).toContain('Wendelgasse 7, 50667, Köln, DE');
    expect(await collectionsThatName()).toEqual(['orders']);

    const erased = await bench.admin('POST', `${target}/erase`, { note });
    expect(read(readErased, erased)).toEqual({ order_id: orderId, erased: true });

    expect(await collectionsThatName()).toEqual([]);
    expect(read(readCustomer, await bench.admin('GET', target)).customer).toBeNull();
    const order = read(readOrder, await bench.admin('GET', `/admin/orders/${orderId}`));
    expect(order.history.at(-1)).toMatchObject({ actor: 'operator', cause: 'customer_erased', note });
    const { entries } = read(readAudit, await bench.admin('GET', `/admin/audit?about=${orderId}&limit=1`));
    expect(entries).toMatchObject([{ action: 'customer.erase', details: { note }, outcome: 'done' }]);

    const again = await cli('customer', 'erase', orderId, '--note', note);
    expect(again).toMatchObject({ exitCode: 0, output: expect.stringContaining('Nothing to erase') });
    await merchant.acceptedRefund({ original_transaction_id: merchant_transaction_id, amount: 1 });
    await expect.poll(async () => (await merchant.query(orderId)).state).toBe('PARTIAL_REFUND');
  });

  test('stays while the order can still be paid', async () => {
    const { orderId } = await merchant.openCheckout({ customer });
    const refused = await bench.admin('POST', `/admin/orders/${orderId}/customer/erase`, { note });
    expect(refused.msg).toBe('CUSTOMER_NOT_ERASABLE');
    expect(refused.error?.detail).toContain('INIT');
    expect(
      read(readCustomer, await bench.admin('GET', `/admin/orders/${orderId}/customer`)).customer,
    ).toEqual(customer);
  });

  test('stays after a failed payment until the order’s validity has ended', async () => {
    const checkout = await merchant.openCheckout({ customer });
    await checkout.payByCard('4000000000000002');
    await expect.poll(async () => (await checkout.status()).state).toBe('PAY_FAIL');
    const target = `/admin/orders/${checkout.orderId}/customer/erase`;
    expect((await bench.admin('POST', target, { note })).msg).toBe('CUSTOMER_NOT_ERASABLE');

    await new TesterClock(bench).advance(31 * 60);
    // The attempt ends once the worker has cancelled it at the channel.
    await expect.poll(async () => (await bench.admin('POST', target, { note })).msg).toBe('success');
    expect((await merchant.query(checkout.orderId)).state).toBe('PAY_FAIL');
  });

  test('of an unknown order is not found', async () => {
    const target = `/admin/orders/ord_${'0'.repeat(32)}/customer`;
    expect((await bench.admin('GET', target)).msg).toBe('ORDER_NOT_FOUND');
    expect((await bench.admin('POST', `${target}/erase`, { note })).msg).toBe('ORDER_NOT_FOUND');
  });
});
