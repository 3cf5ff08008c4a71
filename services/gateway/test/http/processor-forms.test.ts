import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutClient } from './support/checkout-client.ts';
import { cardOf } from './support/checkout-client.ts';
import { refusalOf } from './support/envelope-answer.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { TesterClock } from './support/tester-clock.ts';

/** Tests of payments by the processor's own form. The gateway never sees the card that is typed into such a form. */

let bench: GatewayBench;
let merchant: MerchantAccount;
let clock: TesterClock;
beforeAll(async () => {
  bench = await GatewayBench.start();
  clock = new TesterClock(bench);
  merchant = await bench.onboard();
});
afterAll(() => bench.stop());

/** Confirms a payment as the processor's frame does when the page tells it to. */
async function confirm(id: string, credential: string, publicKey: string, number: string): Promise<number> {
  const { expMonth, expYear, cvc } = cardOf(number);
  const response = await fetch(`${bench.processor.baseUrl}/client/payments/${id}/confirm`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${credential}`, 'Sandbox-Public-Key': publicKey },
    body: JSON.stringify({ card: { number, exp_month: expMonth, exp_year: expYear, cvc } }),
  });
  return response.status;
}

/**
 * Opens a payment. Returns the processor's ID of it and the credential with which its form confirms it, for either kind of
 * form.
 */
async function opened(checkout: CheckoutClient, method: string) {
  const { extension } = await checkout.initialised(method);
  const { clientSecret, component, publicKey = '' } = extension;
  const session = (component as { session?: { id: string; sessionData: string } } | undefined)?.session;
  const credential = clientSecret ?? session?.sessionData ?? '';
  const payment = await bench.processorDatabase
    .collection<{ _id: string; orderId?: string; reference: string }>('payments')
    .findOne({ reference: (await checkout.initialised(method)).transactionId });
  return { id: payment?._id ?? '', credential, publicKey, extension };
}

describe('what a page needs of the processor', () => {
  it('for its element: a client secret, the public key and the library with its hash', async () => {
    const checkout = await merchant.openCheckout();
    const { extension, ...rest } = await checkout.initialised('card_element');
    expect(extension).toEqual({
      paymentRenderType: 'PROCESSOR_ELEMENT',
      clientSecret: expect.stringMatching(/^sbx_pay_\w+_secret_[\w-]{24}$/),
      publicKey: expect.stringMatching(/^sbx_pk_/),
      library: {
        url: expect.stringMatching(`^${bench.processor.baseUrl}/sdk/[\\w-]+/sandbox\\.js$`),
        integrity: expect.stringMatching(/^sha384-[A-Za-z0-9+/=]{64}$/),
      },
    });
    expect(rest).toMatchObject({ paymentUrl: '', cardBrands: ['visa', 'mastercard', 'amex'] });
  });

  it('for its component: a session in the library’s words, and no client secret', async () => {
    const checkout = await merchant.openCheckout();
    const { extension } = await checkout.initialised('card_component');
    expect(extension).toMatchObject({
      paymentRenderType: 'COMPONENT_SDK',
      library: { url: expect.any(String), integrity: expect.any(String) },
      component: {
        type: 'Card',
        environment: 'test',
        session: { id: expect.any(String), sessionData: expect.any(String) },
      },
    });
    expect(extension).not.toHaveProperty('clientSecret');
  });

  it('is the same for every tab of an order, and different for every order', async () => {
    const checkout = await merchant.openCheckout();
    const [one, other] = [
      await checkout.initialised('card_element'),
      await checkout.initialised('card_element'),
    ];
    expect(other).toEqual(one);
    const foreign = await (await merchant.openCheckout()).initialised('card_element');
    expect(foreign.extension.clientSecret).not.toBe(one.extension.clientSecret);
  });
});

describe('a payment from a wallet', () => {
  /** Reads the methods until the gateway has learnt from the processor where its library is. */
  async function expressOf(checkout: CheckoutClient) {
    const find = async () => (await checkout.methods()).payment_methods.find(({ express }) => express);
    await expect.poll(find).toBeDefined();
    const method = await find();
    return { code: method?.code ?? '', express: method?.express };
  }

  it('is offered with what its button needs, which is also what the payment is opened with', async () => {
    const checkout = await merchant.openCheckout({ amount: 42.5, currency_code: 'EUR' });
    const { code, express } = await expressOf(checkout);
    expect(code).toBe('card_element');
    const { channelType, extension } = await checkout.initialised(code);
    expect(express).toEqual({
      ...{ channelType, publicKey: extension.publicKey, library: extension.library },
      ...{ amount: 4250, currency: 'EUR', types: ['card'] },
    });
    expect((await checkout.status()).state).toBe('INIT');
  });

  it.each([
    ['sbx_wallet_succeeds', { state: 'PAY_SUCCESS', failure: null }],
    ['sbx_wallet_declined', { state: 'PAY_FAIL', failure: { category: 'declined' } }],
  ])('with %s ends as the processor says', async (token, end) => {
    const checkout = await merchant.openCheckout();
    const { code } = await expressOf(checkout);
    const { id, credential, publicKey } = await opened(checkout, code);
    await checkout.submitted();
    const response = await fetch(`${bench.processor.baseUrl}/client/payments/${id}/confirm`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${credential}`, 'Sandbox-Public-Key': publicKey },
      body: JSON.stringify({ wallet_token: token }),
    });
    expect(response.status).toBe(200);
    const result = await checkout.result();
    expect(result).toMatchObject(end);
    if (end.state === 'PAY_FAIL') return;
    expect(result.receipt).toMatchObject({ payment_method: code, wallet: 'sandbox_pay' });
    const paid = await merchant.query(checkout.orderId);
    expect(paid).toMatchObject({ payment_method: code, wallet: 'sandbox_pay' });
    expect(paid).not.toHaveProperty('card');
  });
});

describe.each(['card_element', 'card_component'])('a payment by %s', (method) => {
  it.each([
    ['4242424242424242', { state: 'PAY_SUCCESS', failure: null }],
    ['4000000000000002', { state: 'PAY_FAIL', failure: { category: 'declined' } }],
  ])('with card %s ends as the processor says', async (number, end) => {
    const checkout = await merchant.openCheckout();
    const { id, credential, publicKey } = await opened(checkout, method);
    const submitted = await checkout.submitted();
    expect(submitted.paymentUrl).toBe('');
    expect((await checkout.status()).state).toBe('PAYING');
    expect(await confirm(id, credential, publicKey, number)).toBe(200);
    expect(await checkout.result()).toMatchObject(end);
    expect(await bench.channelPayments(submitted.transactionId)).toBe(1);
  });

  it('takes no card from the page', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.initialised(method);
    expect(refusalOf(await checkout.submit(cardOf('4242424242424242'))).msg).toBe('INVALID_REQUEST');
    expect((await checkout.status()).state).toBe('INIT');
  });

  it('that is confirmed without a submission is paid nevertheless', async () => {
    const checkout = await merchant.openCheckout();
    const { id, credential, publicKey } = await opened(checkout, method);
    expect(await confirm(id, credential, publicKey, '4242424242424242')).toBe(200);
    await expect.poll(async () => (await checkout.status()).state).toBe('PAY_SUCCESS');
  });

  it('that the page never confirms can be tried again after a minute, and the earlier try cannot be paid any more', async () => {
    const checkout = await merchant.openCheckout();
    const { id, credential, publicKey } = await opened(checkout, method);
    await checkout.submitted();
    await expect
      .poll(async () => {
        await clock.advance(61);
        return (await checkout.status()).state;
      })
      .toBe('PAY_FAIL');
    expect((await checkout.status()).failure).toEqual({ category: 'processing_error' });
    expect(await confirm(id, credential, publicKey, '4242424242424242')).not.toBe(200);
    await checkout.payByCard('4242424242424242');
    expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
  });
});
