import { describe, expect, test } from 'vitest';
import {
  fromStripeAmount,
  toStripeAmount,
} from '../../src/adapters/outbound/channels/stripe/stripe-amounts.ts';
import { money } from '../builders/orders.ts';

/**
 * The numbers are those of Stripe's page "Supported currencies", for an amount of 500 whole units unless a line says otherwise.
 */
describe('an amount in Stripe’s units', () => {
  // "Zero-decimal currencies". Of these, only the ariary has decimals in ISO 4217.
  const wholeUnits = 'BIF CLP DJF GNF JPY KMF KRW PYG RWF VND VUV XAF XOF XPF'.split(' ');
  const documented = [
    ...wholeUnits.map((currency) => [money(500, currency), 500] as const),
    [money(50_000, 'MGA'), 500],
    // "Special cases": currencies without decimals that Stripe counts in hundredths.
    [money(500, 'ISK'), 50_000],
    [money(500, 'UGX'), 50_000],
    // "Three-decimal currencies".
    ...['BHD', 'JOD', 'KWD', 'OMR', 'TND'].map((currency) => [money(500_120, currency), 500_120] as const),
    ...['USD', 'EUR', 'PLN', 'BRL', 'HUF', 'TWD'].map(
      (currency) => [money(50_012, currency), 50_012] as const,
    ),
  ] as const;

  test.each(documented)('is charged and read with Stripe’s decimals: %j is %i', (amount, units) => {
    const atStripe = { amount: units, currency: amount.currency.toLowerCase() };
    expect(toStripeAmount(amount)).toEqual(atStripe);
    expect(fromStripeAmount(atStripe)).toEqual(amount);
  });

  test.each([
    ['tenths of the smallest unit that Stripe charges', money(500_125, 'KWD')],
    ['parts of an ariary', money(50_001, 'MGA')],
    ['a currency that Stripe does not have', money(500, 'LYD')],
    ['no currency', money(500, 'XXX')],
  ])('is not charged if Stripe cannot charge it exactly: %s', (_case, amount) => {
    expect(toStripeAmount(amount)).toBeUndefined();
  });

  test('is not read if it is no whole number of the currency’s units', () => {
    expect(fromStripeAmount({ amount: 501, currency: 'isk' })).toBeUndefined();
    expect(fromStripeAmount({ amount: 0.5, currency: 'usd' })).toBeUndefined();
    expect(fromStripeAmount({ amount: 500, currency: undefined as never })).toBeUndefined();
  });
});
