import type { OpeningOrder } from '../../../../ports/payment-channel.ts';
import { type AdyenAmount, toAdyenAmount } from './adyen-amounts.ts';

/**
 * What the merchant said about the consumer, as Adyen takes it (`json/CheckoutService-v72.json`, the requests of `/sessions` and
 * `/payments`). Adyen needs an e-mail address or a telephone number for the 3-D Secure of some card schemes, and passes the rest
 * to methods that need it.
 */
export function consumerOf({ customer = {}, locale }: OpeningOrder) {
  const { name, email, phone, billingAddress } = customer;
  const { firstName, lastName } = partsOf(name);
  return {
    ...(email && { shopperEmail: email }),
    ...(phone && { telephoneNumber: phone }),
    ...(lastName && { shopperName: { firstName, lastName } }),
    ...(billingAddress && {
      billingAddress: {
        street: billingAddress.line1,
        // Adyen requires the house number, and takes N/A where the street contains it.
        houseNumberOrName: billingAddress.line2 ?? 'N/A',
        city: billingAddress.city,
        postalCode: billingAddress.postalCode ?? 'N/A',
        country: billingAddress.country,
        ...(billingAddress.state && { stateOrProvince: billingAddress.state }),
      },
    }),
    ...(locale && /^[a-z]{2}-[A-Z]{2}$/.test(locale) && { shopperLocale: locale }),
  };
}

/** Adyen takes two names. The gateway has one text, of which the last word is most often the family name. */
function partsOf(name = ''): { readonly firstName: string; readonly lastName: string } {
  const words = name.trim().split(/\s+/);
  const lastName = words.pop() ?? '';
  return { firstName: words.join(' ') || lastName, lastName };
}

/**
 * What is bought. The lines must add up to the amount. A merchant's products need not, for example because of shipping costs. The
 * whole order is then one line.
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
