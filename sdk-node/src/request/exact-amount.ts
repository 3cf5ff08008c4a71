import { type AmountRefusal, type ErrorName, isChargeable, readAmount } from '@kassa/contracts';
import { localRefusal } from '../errors/local-refusal.ts';

/** An amount in major units: a decimal string such as `'10.00'`, or a number. */
export type DecimalAmount = string | number;

/** A number that is written to JSON with exactly the given digits. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Checks that an amount is valid in its currency, without floating point. Returns it with exactly the same digits, for the
 * request.
 *
 * @param path the member's name for error messages: `products[0].price`
 * @throws {InvalidRequestError} INVALID_AMOUNT or UNSUPPORTED_CURRENCY, the gateway's own errors for these faults
 */
export function exactAmount(
  amount: DecimalAmount,
  currency: string,
  path: string,
  lowest: 'positive' | 'zero' = 'positive',
): ExactNumber {
  if (typeof amount !== 'string' && typeof amount !== 'number') {
    throw localRefusal('INVALID_AMOUNT', path, 'must be a decimal string or a number');
  }
  const text = String(amount);
  const reading = readAmount(text, currency, lowest);
  if (reading.kind === 'read') return new ExactNumber(text);
  const [name, message] = describeRefusal(reading.reason, currency, text);
  throw localRefusal(name, name === 'UNSUPPORTED_CURRENCY' ? 'currency_code' : path, message);
}

/**
 * Refuses a currency in which the gateway creates no new orders.
 *
 * @throws {InvalidRequestError} UNSUPPORTED_CURRENCY, the gateway's own error for such a currency
 */
export function requireChargeable(currency: string): void {
  if (isChargeable(currency)) return;
  const [name, message] = describeRefusal('unsupported_currency', currency, '');
  throw localRefusal(name, 'currency_code', message);
}

function describeRefusal(reason: AmountRefusal, currency: string, text: string): [ErrorName, string] {
  switch (reason) {
    case 'unsupported_currency':
      return ['UNSUPPORTED_CURRENCY', `${currency} is not an ISO 4217 currency that can be charged`];
    case 'not_a_number':
      return [
        'INVALID_AMOUNT',
        'must be a decimal number such as 10.50, without signs, spaces or separators',
      ];
    case 'not_positive':
      return ['INVALID_AMOUNT', 'is too low'];
    case 'too_many_decimals':
      return ['INVALID_AMOUNT', `${text} has more decimals than ${currency} allows`];
    case 'too_many_digits':
      return ['INVALID_AMOUNT', 'has too many digits'];
  }
}
