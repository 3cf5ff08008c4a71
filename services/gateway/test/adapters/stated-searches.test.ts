import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scatteredSearches } from '../../src/adapters/outbound/mongo/sharding/scattered-searches.ts';

test('the page about capacity lists every search that all shards answer, with its limit', () => {
  const page = readFileSync(new URL('../../../../docs/guides/capacity.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('| Collection | Search by | Reads at most | What for | How often |\n');
  const [, ...rows] = (table.split('\n\n')[0] ?? '').split('\n');
  const stated = scatteredSearches.map(({ collection, command, by, most, purpose, frequency }) => {
    const members = by.length === 0 ? 'nothing' : by.map((name) => `\`${name}\``).join(', ');
    const bound = most === null ? 'all that match' : most.toLocaleString('en-US');
    const read = command === 'count' ? `counts ${bound}` : bound;
    return `| \`${collection}\` | ${members} | ${read} | ${purpose} | ${frequency} |`;
  });
  expect(rows).toEqual(stated);
});
