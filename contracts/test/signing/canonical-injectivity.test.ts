import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  CreatePaymentRequest,
  compileValidator,
  RefundRequest,
  readSignedBody,
  type SignedBody,
} from '../../src/index.ts';

/**
 * Two bodies with different meanings must never have the same canonical string. Otherwise, one signature would be valid for
 * both.
 *
 * The test enumerates bodies that are all different, so fewer different canonical strings prove a collision. Differences without
 * a meaning (sequence of members, white space, escapes, null members) are left out. `npm run combinations` enumerates over a
 * million bodies. `npm test` takes every step-th of each list, which is the same selection in every run.
 */

/** Prime, and so without a common divisor with the lengths of the lists: the selection has each choice of each list. */
const step = process.env.KASSA_EVERY_COMBINATION === '1' ? 1 : 37;

const isCreate = compileValidator(CreatePaymentRequest);
const isRefund = compileValidator(RefundRequest);

/**
 * Collects 64 bits of the hash of each canonical string. The chance that two of a million hashes agree by accident is about 1
 * in 10^7.
 */
class Fingerprints {
  readonly #all: BigUint64Array;
  #count = 0;

  constructor(capacity: number) {
    this.#all = new BigUint64Array(capacity);
  }

  add(canonical: string): void {
    this.#all[this.#count] = hash('sha256', canonical, 'buffer').readBigUInt64LE();
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  countDistinct(): number {
    const sorted = this.#all.subarray(0, this.#count).sort();
    return sorted.reduce((distinct, value, index) => distinct + (value === sorted[index - 1] ? 0 : 1), 0);
  }
}

function read(text: string): SignedBody {
  const reading = readSignedBody(Buffer.from(text));
  if (reading.kind === 'refused') throw new Error(`${reading.reason}: ${text}`);
  return reading.body;
}

function mustBeValid(validation: { readonly kind: string }, text: string): void {
  if (validation.kind !== 'valid') throw new Error(`Not accepted by its schema: ${text}`);
}

/** Returns every string up to a length that consists of the given characters. These have a meaning in canonical strings. */
function textsOver(alphabet: string, maxLength: number): string[] {
  const texts = [''];
  let longest = [''];
  for (let length = 1; length <= maxLength; length += 1) {
    longest = longest.flatMap((text) => [...alphabet].map((character) => text + character));
    texts.push(...longest);
  }
  return texts;
}

/** Strings that look like other parts of a canonical string. */
const hostileTexts = [
  '',
  '&',
  '%26',
  '{}',
  '[]',
  '%7B}',
  '%5B]',
  '=',
  'x&amount=2',
  '\n',
  '\u0000',
  'null',
  '&customer={}',
  '😀\uFF5E',
];

/** The possible source texts of a member, all different. The member is absent where its text is undefined. */
type Choices = readonly (string | undefined)[];

function member(name: string, values: readonly unknown[]): Choices {
  return values.map((value) => `"${name}":${JSON.stringify(value)}`);
}

/** Numbers are given as source text, because `1` and `1.0` are signed differently. */
function numberMember(name: string, sources: readonly string[]): Choices {
  return sources.map((source) => `"${name}":${source}`);
}

/** Returns the body with the given number in the enumeration of all combinations. */
function combine(choices: readonly Choices[], index: number): string {
  const members: string[] = [];
  let rest = index;
  for (const options of choices) {
    const chosen = options[rest % options.length];
    rest = Math.floor(rest / options.length);
    if (chosen !== undefined) members.push(chosen);
  }
  return `{${members.join(',')}}`;
}

/**
 * Whether to validate the body with this number. Validating every body would take a quarter of the time. The prime number divides
 * no list of choices evenly, so the samples contain each choice.
 */
const isSample = (index: number) => index % 101 === 0;

const countOf = (choices: readonly Choices[]) => choices.reduce((count, { length }) => count * length, 1);

const products = [
  [],
  ...hostileTexts.slice(1).map((name) => [{ product_id: 'p', name, price: 1, quantity: 1 }]),
  [{ product_id: '&', name: '1', price: 1, quantity: 1 }],
  [{ product_id: 'p', name: 'x', price: 1, quantity: 11 }],
  [
    { product_id: 'p', name: 'x', price: 1, quantity: 1 },
    { product_id: 'p', name: 'x', price: 1, quantity: 1 },
  ],
];
const customers = [{}, ...hostileTexts.map((full_name) => ({ full_name }))];

const creates: readonly Choices[] = [
  numberMember('amount', ['1', '1.0', '1e0', '-0']),
  member('currency_code', ['USD']),
  member('merchant_transaction_id', ['T1', 'T1.0']),
  member('redirect_url', ['https://a.example/?a=1&b=2', 'https://a.example/?a=1%26b=2', '[]']),
  [undefined, ...member('description', hostileTexts)],
  [undefined, ...member('customer', customers)],
  [undefined, ...member('products', products)],
  [undefined, ...member('cancel_url', ['&'])],
];

const refunds: readonly Choices[] = [
  numberMember('amount', ['1', '1.0', '10', '1e1']),
  member('currency_code', ['USD', 'JPY']),
  member('transaction_id', ['R1', 'T1']),
  member('original_transaction_id', ['R1', 'T1']),
  [undefined, ...member('reason', hostileTexts)],
  [undefined, ...member('remark', hostileTexts)],
  [undefined, ...member('refund_time', ['20261121093000'])],
];

describe('the canonical body', () => {
  it('different requests all have different canonical bodies (fault 28)', () => {
    const shortTexts = textsOver('&%={}[]26', 3);
    const capacity = 2 * (countOf(creates) + countOf(refunds)) + shortTexts.length ** 2;
    const fingerprints = new Fingerprints(capacity);

    for (let index = 0; index < countOf(creates); index += step) {
      const text = combine(creates, index);
      const direct = read(text);
      if (isSample(index)) mustBeValid(isCreate(direct.value), text);
      fingerprints.add(direct.canonical);
      fingerprints.add(read(`{"data":${text}}`).canonical);
    }
    for (let index = 0; index < countOf(refunds); index += step) {
      const text = combine(refunds, index);
      const direct = read(text);
      mustBeValid(isRefund(direct.value), text);
      fingerprints.add(direct.canonical);
      fingerprints.add(read(`{"data":${text}}`).canonical);
    }
    // Combine every two short strings, in two members that are next to each other in the canonical string.
    const heads = shortTexts.map(
      (reason) =>
        `{"amount":1,"currency_code":"EUR","original_transaction_id":"T1","reason":${JSON.stringify(reason)}`,
    );
    const tails = shortTexts.map((remark) => `,"remark":${JSON.stringify(remark)},"transaction_id":"R1"}`);
    for (const [at, head] of heads.entries()) {
      for (const [index, tail] of tails.entries()) {
        if ((at + index) % step !== 0) continue;
        const body = read(head + tail);
        if (isSample(index)) mustBeValid(isRefund(body.value), head + tail);
        fingerprints.add(body.canonical);
      }
    }

    expect(fingerprints.count).toBeGreaterThan(1_000_000 / step);
    expect(fingerprints.countDistinct()).toBe(fingerprints.count);
  }, 300_000);
});
