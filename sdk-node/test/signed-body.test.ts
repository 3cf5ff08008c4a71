import { createHash } from 'node:crypto';
import { readSignedBody } from '@kassa/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../src/request/exact-amount.ts';
import { writeSignedBody } from '../src/request/signed-body.ts';

/** Returns the hash that the gateway computes from the sent bytes. */
function hashByReading(text: string): string {
  const reading = readSignedBody(Buffer.from(text));
  if (reading.kind === 'refused') throw new Error(`${reading.path}: ${reading.reason}`);
  return createHash('sha256').update(reading.body.canonical).digest('hex');
}

/** Ordinary names, and names that have a special meaning in canonical bodies. */
const names = fc.oneof(
  fc.stringMatching(/^[a-z][a-z_]{0,8}$/),
  fc.constantFrom('a.b', 'a=b', 'a[0]', 'é', '\u{1F600}', '\uFFFD', 'toString', ''),
);
const texts = fc.oneof(fc.string(), fc.constantFrom('{}', '[]', 'a&b=%', '\u2028', '"\\'));
const leaf = fc.oneof(texts, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
const value = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    leaf,
    leaf.map((text) => (typeof text === 'number' ? new ExactNumber('10.00') : text)),
    fc.constant(undefined),
    fc.array(fc.oneof(leaf, fc.dictionary(names, leaf, { maxKeys: 3 })), { maxLength: 4 }),
    fc.dictionary(names, fc.option(tie('node')), { maxKeys: 5 }),
  ),
})).node;

describe('the body of a request', () => {
  test('has the hash that the gateway computes from its bytes, whatever is in it', () => {
    fc.assert(
      fc.property(fc.dictionary(names, fc.option(value), { maxKeys: 6 }), (body) => {
        const { text, bodyHash } = writeSignedBody(body);
        expect(bodyHash).toBe(hashByReading(text));
      }),
      { numRuns: 3_000 },
    );
  });

  test.each<[string, object]>([
    ['names that sort otherwise in UTF-16', { '\u{1F600}': 1, '\uFFFD': 2 }],
    ['a name that begins another', { a1: 1, a: 2 }],
    ['members that are all null', { a: { b: null } }],
    ['nothing', {}],
    ['deep nesting', { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }],
    ['many values', { list: Array.from({ length: 400 }, (_, index) => index) }],
    ['a long text', { note: 'é&%'.repeat(9_000) }],
  ])('has it also with %s', (_case, body) => {
    const { text, bodyHash } = writeSignedBody(body);
    expect(bodyHash).toBe(hashByReading(text));
  });

  test.each<[string, object, string]>([
    ['null in an array', { a: [1, null] }, 'a[1]'],
    ['half of a surrogate pair', { a: { b: '\uD800' } }, 'a.b'],
    ['a member that the gateway forbids', JSON.parse('{"a":{"__proto__":1}}'), 'a.__proto__'],
    ['nesting that is too deep', { a: { b: { c: { d: { e: { f: { g: { h: { i: 1 } } } } } } } } }, 'a.b.c'],
    ['more values than it takes', { a: Array.from({ length: 513 }, () => 1) }, 'a[512]'],
  ])('is refused before it is sent: %s', (_case, body, path) => {
    expect(() => writeSignedBody(body)).toThrowError(
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        fields: [expect.objectContaining({ path: expect.stringContaining(path) })],
      }),
    );
  });

  test.each([() => 1, 1n, Number.NaN, Symbol('a'), new Date(0), new Map()])(
    'has no place for %s',
    (member) => {
      expect(() => writeSignedBody({ a: { b: member } })).toThrowError(
        expect.objectContaining({ fields: [expect.objectContaining({ path: 'a.b' })] }),
      );
    },
  );
});
