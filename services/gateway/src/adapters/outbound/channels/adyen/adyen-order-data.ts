import type { BillingAddress } from '../../../../domain/order/payment-order.ts';
import type { OpeningOrder } from '../../../../ports/payment-channel.ts';
import { type AdyenAmount, toAdyenAmount } from './adyen-amounts.ts';

/**
 * Returns what the merchant said about the consumer, in Adyen's format (`json/CheckoutService-v72.json`, the requests of
 * `/sessions` and `/payments`). Adyen needs an e-mail address or a telephone number for the 3-D Secure of some card schemes,
 * and passes the rest to methods that need it.
 */
export function consumerOf({ customer = {}, locale }: OpeningOrder) {
  const { name, email, phone, billingAddress } = customer;
  const { firstName, lastName } = partsOf(name);
  const address = billingAddress && addressOf(billingAddress);
  return {
    ...(email && { shopperEmail: email }),
    ...(phone && { telephoneNumber: phone }),
    ...(lastName && { shopperName: { firstName, lastName } }),
    ...(address && { billingAddress: address }),
    ...(locale && /^[a-z]{2}-[A-Z]{2}$/.test(locale) && { shopperLocale: locale }),
  };
}

/** Countries for which Adyen requires the code of the state or province. */
const COUNTRIES_WITH_STATES: readonly string[] = ['US', 'CA'];

/**
 * Returns the address in Adyen's format. Undefined if Adyen would refuse the address and, because of it, the payment: a postal
 * code has at most ten characters, and a state is a code of at most three.
 */
function addressOf({ line1, line2, city, postalCode = 'N/A', state, country }: BillingAddress) {
  const shortCode = country === 'US' ? (/^[0-9]{5}/.exec(postalCode)?.[0] ?? '') : postalCode;
  const isState = state !== undefined && /^[A-Za-z0-9]{1,3}$/.test(state);
  const needsState = COUNTRIES_WITH_STATES.includes(country);
  if (shortCode === '' || shortCode.length > 10 || (needsState && !isState)) return undefined;
  return {
    street: line1,
    // Adyen requires a house number, and accepts N/A if the street already contains it.
    houseNumberOrName: line2 ?? 'N/A',
    city,
    postalCode: shortCode,
    country,
    ...(isState && { stateOrProvince: state }),
  };
}

/** The longest first or last name that Adyen accepts. */
const LONGEST_NAME = 80;

/** Adyen expects a first and a last name. The gateway has one string, whose last word is usually the family name. */
function partsOf(name = ''): { readonly firstName: string; readonly lastName: string } {
  const words = name.trim().split(/\s+/);
  const lastName = words.pop() ?? '';
  const firstName = words.join(' ') || lastName;
  return { firstName: firstName.slice(0, LONGEST_NAME), lastName: lastName.slice(0, LONGEST_NAME) };
}

/**
 * Returns the lines that say what is bought. Adyen requires that they add up to the amount. A merchant's products may not add
 * up to it, for example because of shipping costs. In that case, a single line stands for the whole order.
 */
export function linesOf({ attemptId, description, products = [] }: OpeningOrder, amount: AdyenAmount) {
  const lines = products.map(({ productId, name, price, quantity }) => ({
    id: productId,
    description: name,
    quantity,
    amountIncludingTax: toAdyenAmount(price)?.value ?? Number.NaN,
  }));
  const total = lines.reduce((sum, line) => sum + line.quantity * line.amountIncludingTax, 0);
  return total === amount.value
    ? lines
    : [
        {
          id: attemptId,
          description: description ?? 'Order',
          quantity: 1,
          amountIncludingTax: amount.value,
        },
      ];
}
