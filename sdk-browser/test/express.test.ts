import { beforeEach, describe, expect, test } from 'vitest';
import { firstOf } from '../../infra/test-run/src/every-combination.ts';
import { openShop, visit } from './support/shop-visit.ts';

/** The stand-in library has the interface of Stripe's Express Checkout Element (vendor-types.test.ts checks the SDK's calls). */

openShop('none');
beforeEach(async () => {
  visit.service.offerExpress();
});

const order = () => visit.service.order;
const calls = () => visit.page.evaluate(() => JSON.parse(JSON.stringify(window.fakeLibrary.calls)));
const press = (name: string) => visit.page.getByRole('button', { name, exact: true }).click();

/** Mounts the buttons. `window.failures` collects the errors that the page receives. */
async function mountExpress(): Promise<{ methodCode: string; wallets: readonly string[] } | null> {
  const mounted = await visit.page.evaluate(async () => {
    const failures: unknown[] = [];
    Object.assign(window, { failures });
    const element = document.createElement('section');
    document.body.prepend(element);
    const express = await window.checkout.mountExpress(element, {
      onError: (error) => failures.push((error as { code?: string }).code),
    });
    Object.assign(window, { express });
    return express && { methodCode: express.methodCode, wallets: express.wallets };
  });
  return mounted;
}
const failures = () => visit.page.evaluate(() => Reflect.get(window, 'failures') as string[]);

describe('wallets above the form', () => {
  test('one tap and an approval pay, and no attempt is opened before the approval', async () => {
    await visit.open();
    expect(await mountExpress()).toEqual({ methodCode: 'card_element', wallets: ['googlePay'] });
    await press('Wallet');
    expect(order().inits).toEqual([]);
    await press('approve');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(order().inits).toEqual(['card_element']);
    expect(order().submits).toHaveLength(1);
    const attempt = order().submittedAttempt;
    expect(visit.service.processor.confirmed).toEqual([attempt]);
    const [, elements, create, confirmation] = await calls();
    expect(elements).toMatchObject([
      'elements',
      { mode: 'payment', amount: 4250, currency: 'eur', allowedPaymentMethodTypes: ['card', 'link'] },
    ]);
    expect(create).toMatchObject([
      'create',
      { type: 'expressCheckout', paymentMethods: { link: 'auto', amazonPay: 'never', paypal: 'never' } },
    ]);
    expect(confirmation).toMatchObject(['confirmPayment', { clientSecret: `${attempt}_secret` }]);
    // The buttons leave the page of a paid order.
    expect(await visit.page.getByRole('button', { name: 'Wallet' }).count()).toBe(0);
  });

  test('Link pays where the account has it', async () => {
    await visit.page.addInitScript(() => Object.assign(globalThis, { deviceWallets: { link: true } }));
    await visit.open();
    expect(await mountExpress()).toEqual({ methodCode: 'card_element', wallets: ['link'] });
    await press('Wallet');
    await press('approve');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(order()).toMatchObject({ inits: ['card_element'], wallet: 'link' });
    expect(visit.service.processor.confirmed).toEqual([order().submittedAttempt]);
  });

  test.each(
    firstOf([
      ['as Stripe’s earlier libraries do', ['ready']],
      ['as Stripe’s library does without the deprecated member', ['change', 'ready without them']],
      ['late', ['ready without them', 'change']],
    ]),
  )('the wallets are known if the library names them %s', async (_how, tellWallets) => {
    await visit.page.addInitScript(
      (events) => Object.assign(globalThis, { tellWallets: events }),
      tellWallets,
    );
    await visit.open();
    expect(await mountExpress()).toEqual({ methodCode: 'card_element', wallets: ['googlePay'] });
    await visit.page.evaluate(() => Object.assign(globalThis, { deviceWallets: {} }));
    expect(await mountExpress()).toBeNull();
  });

  test('Link is not shown for a payment that does not allow it', async () => {
    await visit.page.addInitScript(() => Object.assign(globalThis, { deviceWallets: { link: true } }));
    visit.service.methods = visit.service.methods.map(({ express, ...method }) =>
      express ? { ...method, express: { ...express, types: ['card'] } } : method,
    );
    await visit.open();
    expect(await mountExpress()).toBeNull();
  });

  test('a dismissed wallet has spent nothing, and the form pays afterwards', async () => {
    await visit.open();
    await mountExpress();
    await visit.mount('card');
    await press('Wallet');
    await press('dismiss');
    expect(order().inits).toEqual(['card']);
    expect(order().attemptsLeft).toBe(9);
    await visit.fillCard('4242424242424242');
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(visit.service.processor.confirmed).toEqual([]);
  });

  test('a decline is a result, and the wallet can be tried again', async () => {
    await visit.open();
    await mountExpress();
    await press('Wallet');
    await press('approve with a declined card');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'failed', category: 'declined' }]);
    expect(await calls()).toContainEqual(['paymentFailed']);
    await press('Wallet');
    await press('approve');
    expect(await visit.resultsCome(2)).toMatchObject([{}, { outcome: 'paid' }]);
    expect(new Set(visit.service.processor.confirmed).size).toBe(2);
  });

  test('a wallet shares the attempt of the processor’s form that is open in the page', async () => {
    await visit.open();
    await visit.mount('card_element');
    await mountExpress();
    await press('Wallet');
    await press('approve');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(order().attemptsLeft).toBe(9);
  });

  test('an approval is refused if another tab has opened a newer attempt meanwhile', async () => {
    await visit.open();
    await mountExpress();
    await press('Wallet');
    visit.service.failNext('/payment/submit', 'ATTEMPT_SUPERSEDED');
    await press('approve');
    await visit.page.waitForFunction(() => (Reflect.get(window, 'failures') as unknown[]).length > 0);
    expect(await failures()).toEqual(['ATTEMPT_SUPERSEDED']);
    expect(visit.service.processor.confirmed).toEqual([]);
    expect(await calls()).toContainEqual(['paymentFailed']);
    expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('open');
  });

  test('an approval is not sent to another account than the one whose buttons are shown', async () => {
    await visit.open();
    await mountExpress();
    order().extension = { ...order().extension, publicKey: 'pk_of_another' };
    await press('Wallet');
    await press('approve');
    await visit.page.waitForFunction(() => (Reflect.get(window, 'failures') as unknown[]).length > 0);
    expect(visit.service.processor.confirmed).toEqual([]);
    expect(order().submits).toEqual([]);
  });

  test('after a lost connection, the approval is not repeated, and the gateway reports the result', async () => {
    visit.service.processor.confirmFaults.push('drop_answer');
    await visit.open();
    await mountExpress();
    await press('Wallet');
    await press('approve');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(visit.service.processor.confirmed).toHaveLength(1);
  });

  test('an approval that the wallet could not send gives up its attempt', async () => {
    visit.service.processor.confirmFaults.push('invalid');
    await visit.open();
    await mountExpress();
    await press('Wallet');
    await press('approve');
    expect(await visit.resultsCome(1)).toMatchObject([{ category: 'cancelled_by_consumer' }]);
    expect(order().cancels).toHaveLength(1);
  });

  test('no wallet opens while the form is paying', async () => {
    order().resultDelayMs = 60_000;
    await visit.open();
    await mountExpress();
    await visit.mount('card');
    await visit.fillCard('4242424242424242');
    await visit.submit();
    await press('Wallet');
    expect(await calls()).toContainEqual(['reject']);
    expect(await visit.page.getByRole('dialog').count()).toBe(0);
  });

  test('a device without a wallet gets no buttons, and nothing stays in the page', async () => {
    await visit.page.addInitScript(() => Object.assign(globalThis, { deviceWallets: {} }));
    await visit.open();
    expect(await mountExpress()).toBeNull();
    expect(await visit.page.locator('.kassa-express').count()).toBe(0);
  });

  test('an order without such a method gets no buttons, and loads no library', async () => {
    visit.service.methods = visit.service.methods.filter(({ express }) => !express);
    await visit.open();
    expect(await mountExpress()).toBeNull();
    expect(visit.service.processor.libraryRequests).toBe(0);
  });
});
