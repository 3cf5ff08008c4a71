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
 * Two bodies that mean different things must never have one canonical string, or one signature would hold
 * for both. Bodies are enumerated rather than drawn, so that each is another one by construction: with a
 * million bodies and fewer canonical strings, there is a collision. Member order, white space, escapes and
 * members that are null make no difference that is meant, so they are not enumerated.
 */

const isCreate = compileValidator(CreatePaymentRequest);
const isRefund = compileValidator(RefundRequest);

/** Collects 64 bits of a hash per canonical string: that two of a million agree by chance is one case in 10^7. */
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

/** Every text of up to so many of these characters: those that mean something in canonical strings. */
function textsOver(alphabet: string, maxLength: number): string[] {
  const texts = [''];
  let longest = [''];
  for (let length = 1; length <= maxLength; length += 1) {
    longest = longest.flatMap((text) => [...alphabet].map((character) => text + character));
    texts.push(...longest);
  }
  return texts;
}

/** Texts that try to pass for something else. */
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

/** One choice per member; a member without text is absent. Choices of a member are all different. */
type Choices = readonly (string | undefined)[];

function member(name: string, values: readonly unknown[]): Choices {
  return values.map((value) => `"${name}":${JSON.stringify(value)}`);
}

/** Numbers are given as their source text, for `1` and `1.0` are signed differently. */
function numberMember(name: string, sources: readonly string[]): Choices {
  return sources.map((source) => `"${name}":${source}`);
}

/** The object with the given number in the enumeration of all choices. */
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
  it('more than a million different requests all have different canonical bodies (fault 28)', () => {
    const shortTexts = textsOver('&%={}[]26', 3);
    const capacity = 2 * (countOf(creates) + countOf(refunds)) + shortTexts.length ** 2;
    const fingerprints = new Fingerprints(capacity);

    for (let index = 0; index < countOf(creates); index += 1) {
      const text = combine(creates, index);
      const direct = read(text);
      mustBeValid(isCreate(direct.value), text);
      fingerprints.add(direct.canonical);
      fingerprints.add(read(`{"data":${text}}`).canonical);
    }
    for (let index = 0; index < countOf(refunds); index += 1) {
      const text = combine(refunds, index);
      const direct = read(text);
      mustBeValid(isRefund(direct.value), text);
      fingerprints.add(direct.canonical);
      fingerprints.add(read(`{"data":${text}}`).canonical);
    }
    // Every pair of short texts in two members that stand beside each other in the canonical string.
    const heads = shortTexts.map(
      (reason) =>
        `{"amount":1,"currency_code":"EUR","original_transaction_id":"T1","reason":${JSON.stringify(reason)}`,
    );
    const tails = shortTexts.map((remark) => `,"remark":${JSON.stringify(remark)},"transaction_id":"R1"}`);
    for (const head of heads) {
      for (const [index, tail] of tails.entries()) {
        const body = read(head + tail);
        // Validated by sample: the members are the same, and each text stood in one of the validated.
        if (index % 101 === 0) mustBeValid(isRefund(body.value), head + tail);
        fingerprints.add(body.canonical);
      }
    }

    expect(fingerprints.count).toBeGreaterThan(1_000_000);
    expect(fingerprints.countDistinct()).toBe(fingerprints.count);
  }, 120_000);
});
