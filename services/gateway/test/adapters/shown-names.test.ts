import { expect, test } from 'vitest';
import { presentCheckoutOrder } from '../../src/adapters/inbound/http/checkout/checkout-presenter.ts';
import { newMerchant } from '../builders/merchants.ts';
import { money, newOrder } from '../builders/orders.ts';
import { start } from '../builders/times.ts';

const page = { publicUrl: 'https://pay.example', livemode: true, paidMethod: null, now: start };

test('names that a consumer sees cannot reorder what stands beside them', () => {
  const name = 'Shop \u202e00.01 DSU\u2066';
  const order = newOrder({
    description: name,
    products: [{ productId: 'p1', name, price: money(100), quantity: 1 }],
  });
  const shown = presentCheckoutOrder(order, newMerchant({ name }), page);
  const clean = 'Shop 00.01 DSU';
  expect(shown).toMatchObject({ merchant_name: clean, description: clean, products: [{ name: clean }] });
});

test('marks of the writing direction stay, because names of two directions need them', () => {
  const name = '\u200fשלום (Shop)\u200e';
  const shown = presentCheckoutOrder(newOrder(), newMerchant({ name }), page);
  expect(shown.merchant_name).toBe(name);
});
