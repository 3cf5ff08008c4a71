import { generateKeyPairSync } from 'node:crypto';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { combine, everyCombination } from '../../../infra/test-run/src/every-combination.ts';
import {
  compileValidator,
  noncePattern,
  readAmount,
  readMerchantPublicKey,
  readSignedBody,
  timestampPattern,
  verifyRequest,
} from '../../src/index.ts';
import { allNodes } from './all-schemas.ts';

/** The size of the hostile text and the time limit for checking it against a pattern (row 33 of the table of faults). */
const SIZE_BYTES = 65_536;
const LIMIT_MS = 10;

/**
 * Returns the processor time of a run, which other work on the machine hardly affects. A run that takes too long is repeated up
 * to four times, and the least time counts, because garbage may have been collected during the first run.
 */
function bestMs(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let runs = 0; runs < 5 && best >= LIMIT_MS; runs += 1) {
    const before = process.threadCpuUsage();
    run();
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** Beginnings of long texts that start like a valid value and end invalidly. With such texts, a bad pattern backtracks. */
const starts = [
  '',
  '2',
  'ord_',
  'evt_',
  'https://',
  '2026-11-21T09:30:00.',
  '2026-11-21T09:30:00Z',
  '-',
  '1.',
  '1e',
];
const fillers = [
  'a',
  '0',
  '9',
  'A',
  '_',
  ' ',
  '\n',
  '.',
  ':',
  '-',
  'é',
  '😀',
  '0a',
  '1.',
  'a@',
  '+00:00',
  '%2',
  '=&',
];
const ends = ['!', '\n', '\u0000', 'Z'];
const beginnings = starts.flatMap((start) =>
  fillers.map((filler) => start + filler.repeat(SIZE_BYTES / filler.length).slice(0, SIZE_BYTES)),
);
/** Each beginning with one of the ends that make a text invalid, or with every end if every combination is asked for. */
const hostileTexts = combine(beginnings, everyCombination ? ['', ...ends] : ends).map(
  ([beginning, end]) => beginning + end,
);

const textSchemas = new Map(
  allNodes
    .filter(({ node }) => node.pattern !== undefined || node.format !== undefined)
    .map(({ place, node }) => [node.pattern ?? node.format ?? '', { place, node }]),
);

function slowest(judge: (text: string) => unknown): number {
  return Math.max(...hostileTexts.map((text) => bestMs(() => judge(text))));
}

describe('64 KiB of hostile text', () => {
  it.each([...textSchemas.values()])(
    'validating 64 KiB of hostile text takes milliseconds: the pattern of $place (fault 33)',
    ({ node }) => {
      const validate = compileValidator(node as TSchema);
      expect(slowest(validate)).toBeLessThan(LIMIT_MS);
    },
  );

  it.each([
    ['the timestamp', (text: string) => timestampPattern.test(text)],
    ['the nonce', (text: string) => noncePattern.test(text)],
    ['an amount', (text: string) => readAmount(text, 'USD')],
    ['a public key', readMerchantPublicKey],
    ['a framed public key', (text: string) => readMerchantPublicKey(`-----BEGIN PUBLIC KEY-----${text}`)],
  ])('is judged in no time as %s', (_name, judge) => {
    expect(slowest(judge)).toBeLessThan(LIMIT_MS);
  });

  it('is refused within milliseconds as a signature', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(slowest((text) => verifyRequest('lines', text, publicKey))).toBeLessThan(LIMIT_MS);
  });
});

describe('64 KiB of hostile body', () => {
  const bodies: Readonly<Record<string, string>> = {
    'one long text': `{"a":"${'x'.repeat(65_528)}"}`,
    'escapes only': `{"a":"${'\\n'.repeat(32_764)}"}`,
    'escaped pairs only': `{"a":"${'\\ud83d\\ude00'.repeat(5_460)}"}`,
    'half pairs only': `{"a":"${'\\ud83d'.repeat(10_921)}"}`,
    'a text that does not end': `{"a":"${'\\\\'.repeat(32_764)}`,
    'one long number': `{"a":${'1'.repeat(65_530)}}`,
    'a long fraction': `{"a":0.${'1'.repeat(65_520)}e}`,
    'white space only': `{${' '.repeat(65_533)}}`,
    'open brackets only': `{"a":${'['.repeat(65_530)}`,
    'a key of encoded characters': `{"${'%'.repeat(65_520)}":1}`,
    'a long key above many values': `{"${'k'.repeat(64_000)}":[0${',0'.repeat(511)}]}`,
    'a long key to encode above many values': `{"${'%'.repeat(64_000)}":[0${',0'.repeat(511)}]}`,
    'long keys inside one another': `${`{"${'k'.repeat(8_000)}":`.repeat(7)}[0${',0'.repeat(511)}]${'}'.repeat(7)}`,
    'keys that differ at their end': `{${Array.from({ length: 511 }, (_, i) => `"${'k'.repeat(115)}${i}":1`).join(',')}}`,
    'keys beyond the basic plane': `{${Array.from({ length: 511 }, (_, i) => `"${'😀'.repeat(28)}${i}":1`).join(',')}}`,
    'as many members as fit': `{${Array.from({ length: 6_000 }, (_, i) => `"${i}":""`).join(',')}`,
  };

  it.each(Object.entries(bodies))('is read or refused in no time: %s', (_name, text) => {
    const bytes = Buffer.from(text);
    expect(bytes.byteLength).toBeLessThanOrEqual(SIZE_BYTES);
    expect(bestMs(() => readSignedBody(bytes))).toBeLessThan(LIMIT_MS);
  });
});
