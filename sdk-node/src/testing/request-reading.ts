import { currencyExponent, readAmount, type SignedBody } from '@kassa/contracts';
import { invalid, Refusal } from './refusal.ts';

/** @throws {Refusal} when body, currency or amount is wrong */
export function readMoney(body: SignedBody | undefined) {
  if (body === undefined) throw invalid('', 'must be a JSON object');
  const currency = requiredText(body.value, 'currency_code');
  const reading = readAmount(body.numberText('amount') ?? '', currency);
  if (reading.kind === 'read') return { value: body.value, money: reading.money };
  throw new Refusal(reading.reason === 'unsupported_currency' ? 'UNSUPPORTED_CURRENCY' : 'INVALID_AMOUNT');
}

/**
 * Reads the amount of a refund; null for the remaining amount.
 *
 * @throws {Refusal} when body, currency or amount is wrong
 */
export function readRefundAmount(body: SignedBody | undefined) {
  if (body === undefined || 'amount' in body.value) return readMoney(body);
  const currency = requiredText(body.value, 'currency_code');
  if (currencyExponent(currency) === undefined) throw new Refusal('UNSUPPORTED_CURRENCY');
  return { value: body.value, money: { currency, amountMinor: null } };
}

/** @throws {Refusal} when the member is not a string, or is empty */
export function requiredText(value: Readonly<Record<string, unknown>>, member: string): string {
  const found = value[member];
  if (typeof found === 'string' && found !== '') return found;
  throw invalid(member, 'must be a string');
}

/**
 * The page of a list that the query asks for.
 *
 * @throws {Refusal} when `after` is not in the list
 */
export function pageOf<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  idOf: (item: Item) => string,
  isWanted: (item: Item) => boolean,
): { page: Item[]; next: string | null } {
  const after = query.get('after');
  const start = after === null ? 0 : items.findIndex((item) => idOf(item) === after) + 1;
  if (after !== null && start === 0) throw invalid('after', 'is not known');
  const wanted = items.slice(start).filter(isWanted);
  const page = wanted.slice(0, Number(query.get('limit') ?? 50));
  const last = page.at(-1);
  return { page, next: last !== undefined && page.length < wanted.length ? idOf(last) : null };
}
