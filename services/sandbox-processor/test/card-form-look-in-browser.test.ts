import { findBarriers } from '@kassa/local-browser/find-barriers';
import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { firstOf } from '../../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import { useCardFormBench } from './support/card-form-bench.ts';
import type { ShopPage } from './support/shop-page.ts';

let context: BrowserContext;
let shop: ShopPage;

useCardFormBench((parts) => {
  ({ context, shop } = parts);
});

describe('the form', () => {
  it('shows what is wrong and where, in the payer’s language', async () => {
    await shop.open('element', { locale: 'de-AT' });
    await shop.field('number').fill('4242 4242 4242 4241');
    await shop.field('expiry').fill('12/20');
    const error = { type: 'validation_error', code: 'invalid_number' };
    expect(await shop.run('shop.elements.submit()')).toMatchObject({ error });
    const number = shop.frame.getByLabel('Kartennummer');
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(await number.evaluate((input) => input.matches(':focus'))).toBe(true);
    for (const text of [/Diese Kartennummer ist ungültig/, 'Diese Karte ist abgelaufen.', /Prüfnummer ein/])
      await shop.frame.getByText(text).waitFor();
    await number.fill('4242424242424242');
    expect(await number.getAttribute('aria-invalid')).toBeNull();
    await shop.field('expiry').fill('12/2090');
    await shop.field('cvc').fill('739');
    expect(await shop.field('expiry').inputValue()).toBe('12 / 90');
    expect(await shop.run('shop.elements.submit()')).toEqual({ selectedPaymentMethod: 'card' });
    expect(await shop.heard('complete')).toBe('complete');
  });

  longTest('is laid out from right to left, and accepts the digits of Arabic keyboards', async () => {
    await shop.open('element', { locale: 'ar' });
    expect(await shop.frame.locator('html').getAttribute('dir')).toBe('rtl');
    await shop.frame.getByLabel('رقم البطاقة').fill('٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢');
    expect(await shop.field('number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await shop.frame.locator('#brand').textContent()).toBe('Visa');
  });

  longTest('can be filled in by the browser, and typed on a keypad', async () => {
    await shop.open('element');
    const attributes = async (name: 'number' | 'expiry' | 'cvc') => [
      await shop.field(name).getAttribute('autocomplete'),
      await shop.field(name).getAttribute('inputmode'),
    ];
    expect(await attributes('number')).toEqual(['cc-number', 'numeric']);
    expect(await attributes('expiry')).toEqual(['cc-exp', 'numeric']);
    expect(await attributes('cvc')).toEqual(['cc-csc', 'numeric']);
  });

  longTest('adopts the shop’s look, refuses invalid styles, and changes with the look', async () => {
    const variables = { colorPrimary: '#00796b', colorText: 'red;} body{', fontSizeBase: '18px' };
    await shop.open('element', { appearance: { theme: 'stripe', variables } });
    const style = (property: string): Promise<string> =>
      shop.frame.locator('html').evaluate((html, name) => html.style.getPropertyValue(name), property);
    expect([await style('--primary'), await style('--text'), await style('--size')]).toEqual([
      '#00796b',
      '',
      '18px',
    ]);
    await shop.run('shop.elements.update({ appearance: { theme: "night", variables: {} } })');
    await shop.frame.locator('html[data-scheme=dark]').waitFor();
    expect(await style('--primary')).toBe('');
  });

  it.each(firstOf([320, 640]))(
    'fits %i px without scrolling, and moves nothing when it appears',
    async (width) => {
      await shop.page.setViewportSize({ width, height: 700 });
      await context.addInitScript(`new PerformanceObserver((list) => {
      globalThis.shift = (globalThis.shift ?? 0) + list.getEntries().reduce((sum, { value }) => sum + value, 0);
    }).observe({ type: 'layout-shift', buffered: true })`);
      await shop.open('element');
      await shop.type({ number: '378282246310005', cvc: '7391' });
      const height = await shop.frame.locator('form').evaluate((form) => form.scrollHeight);
      expect(await shop.page.locator('#form iframe').evaluate((frame) => frame.clientHeight)).toBe(height);
      expect(await shop.run('document.documentElement.scrollWidth')).toBe(width);
      expect(await shop.run('globalThis.shift ?? 0')).toBeLessThan(0.01);
    },
  );

  longTest('follows the page’s dark colour scheme', async () => {
    await shop.open('element');
    await shop.frame.locator('html[data-scheme=light]').waitFor();
    await shop.page.emulateMedia({ colorScheme: 'dark' });
    await shop.frame.locator('html[data-scheme=dark]').waitFor();
  });

  it.each(firstOf(['light', 'dark'] as const))(
    'is accessible in the %s, with errors and under 3-D Secure',
    async (colorScheme) => {
      await shop.page.emulateMedia({ colorScheme });
      await shop.open('element');
      await shop.run('shop.elements.submit()');
      await shop.frame.getByText('Enter the full card number.').waitFor();
      // Do not check the contrast on a dark page: axe assumes that a transparent frame has a white background.
      const rules = { 'color-contrast': { enabled: colorScheme !== 'dark' } };
      const violations = async () =>
        (await findBarriers(shop.page, { rules })).map(({ id, nodes }) => [
          id,
          nodes.map(({ html }) => html),
        ]);
      expect(await violations()).toEqual([]);
      await shop.type({ number: '4000000000003220' });
      await shop.run('void shop.confirm()');
      await shop.challenge.getByRole('button', { name: 'Approve' }).waitFor();
      expect(await violations()).toEqual([]);
    },
  );
});
