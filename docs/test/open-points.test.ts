import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const guides = join(import.meta.dirname, '../guides');

/**
 * Every "not shown" in the interface description, in its sequence: the section, and words by which its answer is recognised.
 */
const notShown = [
  { section: '2.1', words: /required flags.*create-request fields/i },
  { section: '2.2', words: /required flags.*refund request/i },
  { section: '2.3', words: /fields of the payment query result/i },
  { section: '2.3', words: /fields of the refund query result/i },
  { section: '3.1', words: /numeric codes of the other order states/i },
  { section: '3.1', words: /trigger of INIT to PAYING.*moves out of IN_DISPUTE/i },
  { section: '3.2', words: /transitions/i },
  { section: '4.4', words: /response fields of the payment query/i },
  { section: '4.4', words: /response fields of the refund query/i },
  { section: '4.4', words: /channel callback endpoint/i },
  { section: '4.4', words: /terminal\.type/ },
  { section: '5.6', words: /webhook signature/i },
  { section: '5.6', words: /session signature/i },
  { section: '5.6', words: /outside the allow-list/i },
  { section: '5.6', words: /nonce/i },
  { section: '5.6', words: /sorted query.*flattening/i },
  { section: '6', words: /names of the dispute events/i },
  { section: '6', words: /retries.*time-out.*order/i },
  { section: '6', words: /payload of the other events.*status/i },
  { section: '7.4', words: /codes of the refused cases/i },
  { section: '7.5', words: /HTTP status codes/i },
  { section: '7.6', words: /complete list of errors/i },
  { section: '8', words: /valid/i },
  { section: '8', words: /rate limits/i },
  { section: '8', words: /lengths and decimals/i },
  { section: '9', words: /versioning/i },
];

const rows = readFileSync(join(guides, 'open-points.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, number]) => /^[0-9]+$/.test(number ?? ''))
  .map(([, number, section, question = '', decision = '']) => ({ number, section, question, decision }));

test('the page of open points has each of them, in the order of the interface, and no other', () => {
  expect(rows.map(({ number, section }) => `${number}: ${section}`)).toEqual(
    notShown.map(({ section }, index) => `${index + 1}: ${section}`),
  );
  for (const [index, { words }] of notShown.entries()) expect(rows[index]?.question).toMatch(words);
});

test.for(rows)('open point $number has an answer, and says where to read more', ({ decision }) => {
  const links = [...decision.matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => target);
  const earlier = /^As ([0-9]+)$/.exec(decision);
  if (earlier !== null) expect(rows[Number(earlier[1]) - 1]?.decision).toContain('](');
  else expect(links).not.toEqual([]);
  // Links that begin with a slash lead to generated pages. They are checked when the site is built.
  const files = links.filter((target) => !target.startsWith('/'));
  expect(files.filter((target) => !existsSync(join(guides, target)))).toEqual([]);
});
