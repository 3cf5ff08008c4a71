import { describe, expect, it } from 'vitest';
import { hashCanonicalBody, readSignedBody, type SignedBody } from '../../src/index.ts';
import { bodyBytes, joinParts, loadVectors } from '../vectors/load-vectors.ts';

const vectors = loadVectors('canonical-body');

function read(text: string): SignedBody {
  const reading = readSignedBody(Buffer.from(text));
  if (reading.kind === 'refused') throw new Error(reading.reason);
  return reading.body;
}

describe('the canonical body', () => {
  it.each(vectors.accepted)('is as in the vector "$name"', (vector) => {
    const reading = readSignedBody(bodyBytes(vector));
    if (reading.kind === 'refused') throw new Error(reading.reason);
    const { canonical } = reading.body;
    const expected = vector.canonical_parts ? joinParts(vector.canonical_parts) : vector.canonical;
    if (expected !== undefined) expect(canonical).toBe(expected);
    expect(hashCanonicalBody(canonical)).toBe(vector.sha256);
  });

  it.each(vectors.refused)('is refused as in the vector "$name"', (vector) => {
    const reading = readSignedBody(bodyBytes(vector));
    expect(reading.kind === 'refused' ? reading.fault : reading.body.canonical).toBe(vector.reason);
  });

  it('has vectors with different names', () => {
    const names = [...vectors.accepted, ...vectors.refused].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the value that was signed', () => {
  it('is the plain data without the members that are null', () => {
    const { value } = read('{"a":1.50,"b":null,"c":{"d":null,"e":[true,"x",{}]}}');
    expect(JSON.stringify(value)).toBe('{"a":1.5,"c":{"e":[true,"x",{}]}}');
  });

  it('has no prototype at any depth', () => {
    const { value } = read('{"a":{"constructor":1}}');
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.getPrototypeOf(value.a)).toBeNull();
    expect('toString' in value).toBe(false);
  });

  it('returns the source text of a number by its path', () => {
    const body = read('{"amount":10.00,"products":[{"price":1e2}],"a.b":-0,"text":"1"}');
    expect(body.numberText('amount')).toBe('10.00');
    expect(body.numberText('products[0].price')).toBe('1e2');
    expect(body.numberText('a%2Eb')).toBe('-0');
    expect(body.numberText('a.b')).toBeUndefined();
    expect(body.numberText('text')).toBeUndefined();
  });
});

describe('a refusal', () => {
  it.each([
    ['{"products":[{"price":1},{"price":1,"price":2}]}', 'products[1].price'],
    ['{"a":{"__proto__":1}}', 'a.__proto__'],
    ['{"a":[1,null]}', 'a[1]'],
    ['{"a":{"b":tru}}', 'a.b'],
    ['[]', ''],
  ])('of %s names the member %s', (text, path) => {
    expect(readSignedBody(Buffer.from(text))).toMatchObject({ kind: 'refused', path });
  });

  it('shortens a long name, and never splits a character', () => {
    const reading = readSignedBody(Buffer.from(`{"${'x'.repeat(255)}😀${'y'.repeat(9_000)}":x}`));
    if (reading.kind === 'read') throw new Error('It was read.');
    expect(reading.path.length).toBeLessThanOrEqual(256);
    expect(reading.path.isWellFormed()).toBe(true);
  });

  it.each(['', ' ', '\n'])('is the result for a body without any value: %j', (text) => {
    expect(readSignedBody(Buffer.from(text))).toMatchObject({ kind: 'refused', fault: 'not_an_object' });
  });
});
