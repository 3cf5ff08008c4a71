import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyCombination } from '../../../infra/test-run/src/every-combination.ts';
import { type BodyFault, bodyLimits, readSignedBody, readStrictJson } from '../../src/index.ts';

/** Returns the result of `JSON.parse`; undefined if it refuses the text. */
function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Removes null members and prototypes, as the strict reader does. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  const plain = Object.create(null);
  for (const [name, member] of members) plain[name] = withoutNulls(member);
  return plain;
}

/**
 * The reasons for which the strict reader refuses a text that `JSON.parse` accepts. For each, a sign of the reason in the text.
 */
const stricterThanJson: Readonly<Partial<Record<BodyFault, (text: string) => boolean>>> = {
  not_an_object: (text) => !/^[ \t\r\n]*\{/.test(text),
  duplicate_member: (text) => (text.match(/"\s*:/g)?.length ?? 0) > 1,
  forbidden_member: (text) => /__proto__|\\u005f/i.test(text),
  lone_surrogate: (text) => /\\u[dD][89a-fA-F]/.test(text),
  null_in_array: (text) => text.includes('null') && text.includes('['),
  too_deep: (text) => (text.match(/[[{]/g)?.length ?? 0) > bodyLimits.maxDepth,
  too_many_values: (text) => (text.match(/,/g)?.length ?? 0) >= bodyLimits.maxLeaves,
};

function judge(text: string): void {
  const reading = readSignedBody(Buffer.from(text));
  const parsed = parse(text);
  if (reading.kind === 'read') {
    if (parsed === undefined) throw new Error(`JSON.parse refuses what was read: ${text}`);
    expect(isDeepStrictEqual(reading.body.value, withoutNulls(parsed.value)), text).toBe(true);
  } else if (parsed !== undefined) {
    const isHonest = stricterThanJson[reading.fault];
    expect(isHonest?.(text), `${reading.fault}: ${text}`).toBe(true);
  }
}

/** Names and strings that cause trouble in some parser. There are few of them, so that duplicates occur. */
const name = fc.constantFrom(
  'a',
  'b',
  '',
  '__proto__',
  'constructor',
  '\\u0061',
  '\\ud83d',
  '😀',
  '\\n',
  'é',
);
const literal = fc
  .constantFrom(
    '0 -0 1.0 1e2 1E-2 -1.50 01 .5 1. +1 NaN true false null nul "" "{}" "a" "\\u0000" "\\x" "\\ud83d\\ude00" "\\ude00" "\t" {} []'.split(
      ' ',
    ),
  )
  .chain((words) => fc.constantFrom(...words));
const space = fc.constantFrom('', '', '', ' ', '\n', '\t', '\r\n', '\u00a0');

const jsonLike: fc.Memo<string> = fc.memo((depth) => {
  if (depth <= 1) return literal;
  const member = fc
    .tuple(name, space, jsonLike())
    .map(([key, gap, value]) => `"${key}"${gap}:${gap}${value}`);
  const joined = (part: fc.Arbitrary<string>, open: string, close: string) =>
    fc
      .tuple(fc.array(part, { maxLength: 4 }), space)
      .map(([parts, gap]) => open + parts.join(`,${gap}`) + close);
  return fc.oneof(literal, joined(member, '{', '}'), joined(jsonLike(), '[', ']'));
});
const objectLike = fc
  .tuple(space, fc.array(fc.tuple(name, jsonLike(3)), { maxLength: 4 }), space)
  .map(([before, members, after]) => {
    return `${before}{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}${after}`;
  });

/** How many random texts each test draws. They are the same in every run, so a long run has more of them. */
const texts = everyCombination ? 5_000 : 1_500;

describe('the strict reader', () => {
  it('agrees with JSON.parse on JSON-like texts, and is stricter only for listed reasons', () => {
    fc.assert(fc.property(objectLike, judge), { numRuns: texts });
  });

  it('agrees with JSON.parse on valid JSON with one character changed', () => {
    const character = fc.constantFrom(...'{}[]",:\\u0159-+.eEtfn \t\n\0/\u00a0');
    const changed = fc
      .tuple(objectLike, fc.nat(), fc.constantFrom(0, 1), fc.oneof(character, fc.constant('')))
      .map(([text, at, removed, inserted]) => {
        const position = at % (text.length + 1);
        return text.slice(0, position) + inserted + text.slice(position + removed);
      })
      // Leave out texts with half of a surrogate pair, because they cannot be sent as UTF-8.
      .filter((text) => text.isWellFormed());
    fc.assert(fc.property(changed, judge), { numRuns: texts });
  });

  it('agrees with JSON.parse on soup', () => {
    const soup = fc.array(fc.constantFrom(...'{}[]",:\\ue1-0.tn '), { maxLength: 12 });
    fc.assert(
      fc.property(soup, (characters) => judge(`{${characters.join('')}`)),
      { numRuns: texts },
    );
  });

  it('reads every value within the bounds, and gets back what was written', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((value) => value.isWellFormed());
    const { tree } = fc.letrec<{ tree: unknown; leaf: unknown }>((tie) => ({
      leaf: fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.integer()),
      tree: fc.oneof(
        { depthSize: 'small', maxDepth: 6 },
        tie('leaf'),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(
          text.filter((key) => key !== '__proto__'),
          tie('tree'),
          { maxKeys: 4, noNullPrototype: true },
        ),
      ),
    }));
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 2), (value, indent) => {
        const written = JSON.stringify({ value }, null, indent);
        const reading = readSignedBody(Buffer.from(written));
        if (reading.kind === 'refused') throw new Error(`${reading.reason}: ${written}`);
        expect(isDeepStrictEqual(reading.body.value, withoutNulls(JSON.parse(written))), written).toBe(true);
      }),
    );
  });

  it('never throws, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(['read', 'refused']).toContain(readStrictJson(bytes).kind);
        expect(['read', 'refused']).toContain(
          readStrictJson(Buffer.concat([Buffer.from('{"a":"'), bytes])).kind,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('the JSON reader refuses a depth of 100,000 without exhausting the stack (fault 31)', () => {
    const deep = (count: number) => Buffer.from(`{"a":${'['.repeat(count)}`);
    expect(readStrictJson(deep(100_000))).toMatchObject({ fault: 'too_large' });
    expect(readStrictJson(deep(65_000))).toMatchObject({ fault: 'too_deep' });
  });
});
