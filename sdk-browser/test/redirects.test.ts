import { describe, expect, test } from 'vitest';
import { firstOf } from '../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { openShop, visit } from './support/shop-visit.ts';

openShop('none');

const order = () => visit.service.order;
const pay = () => visit.page.getByRole('button', { name: 'Pay' }).click();
const pendingUrl = () => visit.page.evaluate(() => window.checkout.pendingUrl);

test('the consumer goes to the processor’s page and comes back to the result', async () => {
  await visit.open();
  expect(await visit.page.evaluate(() => window.checkout.returned)).toBe(false);
  await visit.mount('sandbox_wallet');
  await pay();
  await visit.decideAtProcessor('approve');
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  expect(await visit.page.evaluate(() => window.checkout.returned)).toBe(true);
  expect(await pendingUrl()).toBeNull();
  expect(order().submits).toHaveLength(1);
  expect(order().submits[0]).not.toHaveProperty('card');
});

test('after a refusal there, another try with another method pays', async () => {
  await visit.open();
  await visit.mount('sandbox_wallet');
  await pay();
  await visit.decideAtProcessor('refuse');
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'failed' }]);
  await visit.mount('bank_transfer');
  await pay();
  await visit.decideAtProcessor('approve');
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
});

test('a double click is one submit and one visit', async () => {
  await visit.open();
  await visit.mount('sandbox_wallet');
  await visit.page.getByRole('button', { name: 'Pay' }).dblclick({ noWaitAfter: true });
  await visit.decideAtProcessor('approve');
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  expect(order().submits).toHaveLength(1);
});

test('a consumer who presses Back there can continue there, and is not charged for another try', async () => {
  await visit.open();
  await visit.mount('sandbox_wallet');
  await pay();
  await visit.page.waitForURL(/\/processor\//);
  await visit.page.goBack();
  await visit.page.waitForSelector('html[data-ready]');
  await visit.phaseBecomes('processing');
  const address = await pendingUrl();
  expect(address).toContain('/processor/wallet');
  await visit.page.goto(address ?? '');
  await visit.decideAtProcessor('approve');
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  expect(order().submits).toHaveLength(1);
});

describe('a consumer who presses Back there and pays again', () => {
  async function goAndPressBack(): Promise<void> {
    await visit.open();
    await visit.mount('sandbox_wallet');
    await pay();
    await visit.page.waitForURL(/\/processor\//);
    await visit.page.goBack();
    await visit.page.waitForSelector('html[data-ready]');
    await visit.phaseBecomes('processing');
  }

  /** Mounts a method. Instead of leaving the page, the test records the addresses in `addresses`. */
  const mountStaying = (methodCode: string) =>
    visit.page.evaluate(async (code) => {
      const addresses: string[] = [];
      const element = document.querySelector('#form') ?? document.body;
      const navigate = (url: string) => addresses.push(url);
      Object.assign(window, { addresses });
      window.payment = await window.checkout.mount(code, element, { ownForm: true, navigate });
    }, methodCode);
  const addresses = () => visit.page.evaluate(() => Reflect.get(window, 'addresses') as string[]);

  /** Submits, and then restores the page as a browser does after the Back button. */
  async function leaveAndComeBack(): Promise<void> {
    expect(await visit.submit()).toMatchObject({ status: 'redirecting' });
    await visit.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await visit.phaseBecomes('processing');
  }

  /** Submits. The gateway's answer to the call that opens the attempt arrives only after `meanwhile`. */
  async function submitWhile(meanwhile: () => Promise<unknown>) {
    await visit.page.route(/\/checkout\/init$/, async (route) => {
      const response = await route.fetch();
      await meanwhile();
      await route.fulfill({ response });
    });
    return visit.submit();
  }

  test('is sent there again, for the same payment', async () => {
    await goAndPressBack();
    await visit.mount('sandbox_wallet');
    await pay();
    await visit.decideAtProcessor('approve');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(order().submits).toHaveLength(1);
  });

  longTest('is sent there again even if the browser stores nothing about the visit', async () => {
    await visit.forbidStorage();
    await goAndPressBack();
    // The service knows the page.
    expect(await pendingUrl()).toContain('/processor/wallet');
    const attempt = order().submittedAttempt;
    expect(await visit.page.evaluate(() => window.checkout.action)).toMatchObject({
      kind: 'redirect',
      url: await pendingUrl(),
      transactionId: attempt,
    });
    await visit.mount('sandbox_wallet');
    await pay();
    await visit.page.waitForURL(/\/processor\//);
    expect(order().submittedAttempt).toBe(attempt);
    await visit.decideAtProcessor('approve');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  test('is sent to the bank’s page again, without entering the card again', async () => {
    order().challengeDisplay = 'REDIRECT';
    await visit.open();
    await mountStaying('card');
    await visit.fillCard('4000000000003220');
    await leaveAndComeBack();
    expect(await visit.submit()).toEqual({ status: 'redirecting', url: await pendingUrl() });
    expect(await addresses()).toEqual([await pendingUrl(), await pendingUrl()]);
    expect(order().submits).toHaveLength(1);
  });

  longTest('learns where to continue if the page may not be left', async () => {
    await goAndPressBack();
    const outcome = await visit.page.evaluate(async () => {
      const navigate = () => false;
      const payment = await window.checkout.mount('sandbox_wallet', document.body, { navigate });
      return payment.submit();
    });
    expect(outcome).toEqual({ status: 'blocked', url: await pendingUrl() });
    await visit.phaseBecomes('processing');
  });

  test('with another method, learns that a payment is in progress, and where', async () => {
    await visit.open();
    await visit.mount('bank_transfer');
    await mountStaying('sandbox_wallet');
    await leaveAndComeBack();
    await mountStaying('bank_transfer');
    const refusal = { kind: 'service', code: 'PAYMENT_IN_PROGRESS' };
    expect(await visit.submit()).toMatchObject(refusal);
    expect(await addresses()).toEqual([]);
    expect(await pendingUrl()).toContain('/processor/wallet');
    expect(await visit.mountError('card')).toMatchObject(refusal);
    await visit.phaseBecomes('processing');
  });

  test('is not sent anywhere if the result comes first', async () => {
    await visit.open();
    await mountStaying('sandbox_wallet');
    await leaveAndComeBack();
    const outcome = await submitWhile(() => {
      order().settle(null);
      return visit.resultsCome(1);
    });
    expect(outcome).toEqual({ status: 'submitted' });
    expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('paid');
    expect(await addresses()).toHaveLength(1);
  });

  longTest('is not sent anywhere if the method is removed from the page first', async () => {
    await visit.open();
    await mountStaying('sandbox_wallet');
    await leaveAndComeBack();
    const answered = visit.page.waitForResponse(/\/checkout\/init$/);
    const outcome = await submitWhile(() => visit.page.evaluate(() => window.payment.unmount()));
    expect(outcome).toMatchObject({ name: 'AbortError' });
    await (await answered).finished();
    await visit.page.evaluate(() => window.checkout.refresh());
    expect(await addresses()).toHaveLength(1);
    expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('processing');
  });
});

test('if the page is reloaded while the processor decides, the result is still reported', async () => {
  await visit.open();
  await visit.mount('sandbox_wallet', {});
  await pay();
  await visit.page.waitForURL(/\/processor\//);
  await visit.open();
  await visit.page.reload();
  await visit.page.waitForSelector('html[data-ready]');
  order().settle(null);
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
});

longTest('an order whose time ends while the consumer is away ends as expired', async () => {
  await visit.open();
  await visit.mount('sandbox_wallet');
  await pay();
  await visit.page.waitForURL(/\/processor\//);
  order().move('CLOSE');
  await visit.open();
  expect(await visit.resultsCome(1)).toEqual([{ outcome: 'expired' }]);
  expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('expired');
  expect(await pendingUrl()).toBeNull();
});

test.each(
  firstOf(['javascript:alert(1)', 'data:text/html,x', 'https://user:pass@bank.example/', 'nonsense']),
)('the consumer is not sent to %s, and the payment is the service’s to end', async (address) => {
  order().processorAddress = address;
  await visit.open();
  await visit.mount('sandbox_wallet');
  expect(await visit.submit()).toMatchObject({ kind: 'unsafe_address' });
  expect(await pendingUrl()).toBeNull();
  expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('processing');
  order().settle('processing_error');
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'failed' }]);
  order().processorAddress = null;
  await pay();
  await visit.decideAtProcessor('approve');
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
});
