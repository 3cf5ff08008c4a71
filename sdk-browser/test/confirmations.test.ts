import { describe, expect, test } from 'vitest';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { openShop, visit } from './support/shop-visit.ts';

const good = '4242424242424242';

openShop('none');

const number = () => visit.page.getByLabel('Card number');
const order = () => visit.service.order;
const processor = () => visit.service.processor;

describe('a confirmation that did not reach the processor', () => {
  test('an error that only the processor finds opens the form again, and the gateway receives one submit', async () => {
    processor().confirmFaults.push('invalid');
    await visit.open();
    await visit.mount('card_element');
    await number().fill(good);
    expect(await visit.submit()).toEqual({ status: 'invalid' });
    expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('open');
    expect(await number().isEditable()).toBe(true);
    // A status request, as when the consumer returns to the tab, leaves the form open.
    await visit.page.evaluate(() => window.checkout.refresh());
    expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('open');
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(order().submits).toHaveLength(1);
    expect(processor().confirmed).toHaveLength(2);
  });

  test('a component whose payment was interrupted can be submitted again', async () => {
    processor().confirmFaults.push('cancelled');
    await visit.open();
    await visit.mount('card_component');
    await number().fill(good);
    expect(await visit.submit()).toEqual({ status: 'invalid' });
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(order().submits).toHaveLength(1);
  });

  test('after a lost connection, the consumer can try again if that cannot pay twice', async () => {
    processor().confirmFaults.push('drop');
    await visit.open();
    await visit.mount('card_element');
    await number().fill(good);
    expect(await visit.submit()).toMatchObject({ kind: 'connection' });
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(order().submits).toHaveLength(1);
  });

  test('a payment whose answer was lost is reported without another submit', async () => {
    processor().confirmFaults.push('drop_answer');
    await visit.open();
    await visit.mount('card_element');
    await number().fill(good);
    expect(await visit.submit()).toMatchObject({ kind: 'connection' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(processor().confirmed).toHaveLength(1);
  });

  test('a component is never confirmed twice after a lost connection: its session would take a second payment', async () => {
    processor().confirmFaults.push('drop_answer');
    order().resultDelayMs = 1_500;
    await visit.open();
    await visit.mount('card_component');
    await number().fill(good);
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(processor().confirmed).toHaveLength(1);
  });

  longTest('if the service gives the attempt up in the meantime, it gets the next one', async () => {
    processor().confirmFaults.push('invalid');
    await visit.open();
    await visit.mount('card_element');
    await number().fill(good);
    await visit.submit();
    order().settle('processing_error');
    expect(await visit.resultsCome(1)).toMatchObject([{ category: 'processing_error' }]);
    await visit.page.waitForFunction(() => document.querySelector('input')?.value === '');
    await number().fill(good);
    await visit.submit();
    expect(await visit.resultsCome(2)).toMatchObject([{}, { outcome: 'paid' }]);
    expect(order().submits).toHaveLength(2);
  });

  longTest('an order does not expire here while the service holds its attempt', async () => {
    processor().confirmFaults.push('invalid');
    await visit.page.clock.install();
    await visit.open();
    await visit.mount('card_element');
    await number().fill(good);
    await visit.submit();
    await visit.page.clock.fastForward(order().outlast());
    await visit.page.waitForFunction(() => window.checkout.timeLeftMs === 0);
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });
});

describe('what the libraries are given', () => {
  const appearance = {
    variables: {
      colorPrimary: '#0a7a3c',
      colorText: '#222222',
      colorBorder: '#999999',
      fontSizeBase: '17px',
    },
  };
  const calls = () => visit.page.evaluate(() => JSON.parse(JSON.stringify(window.fakeLibrary.calls)));

  test('an element: key, secret, language, look and the way back', async () => {
    await visit.open();
    await visit.mount('card_element', { appearance, locale: 'de' });
    await number().fill(good);
    await visit.submit();
    const attempt = order().submittedAttempt;
    expect(await calls()).toEqual([
      ['Stripe', 'pk_test', { locale: 'de' }],
      [
        'elements',
        {
          clientSecret: `${attempt}_secret`,
          locale: 'de',
          appearance: {
            variables: { colorPrimary: '#0a7a3c', colorText: '#222222', fontSizeBase: '17px' },
            rules: { '.Input': { borderColor: '#999999' } },
          },
        },
      ],
      ['create', { type: 'payment', wallets: { applePay: 'auto', googlePay: 'auto', link: 'never' } }],
      [
        'confirmPayment',
        {
          confirmParams: { return_url: visit.service.baseUrl + order().returnPath(attempt) },
          redirect: 'if_required',
        },
      ],
    ]);
  });

  test('a component: key, session, language and look; Enter in it submits', async () => {
    await visit.open();
    await visit.mount('card_component', { appearance });
    await number().fill(good);
    await number().press('Enter');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(await calls()).toEqual([
      [
        'AdyenCheckout',
        {
          environment: 'test',
          session: { id: `${order().submittedAttempt}_secret`, sessionData: 'data' },
          clientKey: 'pk_test',
          // The form has the page's language, because neither the checkout nor the mount names one.
          locale: 'en',
        },
      ],
      [
        'Card',
        {
          showPayButton: false,
          styles: { base: { color: '#222222', fontSize: '17px' }, placeholder: {}, error: {} },
        },
      ],
    ]);
  });
});
