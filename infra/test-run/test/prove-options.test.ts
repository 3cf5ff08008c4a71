import { expect, test } from 'vitest';
import { protections } from '../src/prove/protections.ts';
import { selectProtections } from '../src/prove/prove-options.ts';

test('all protections are tried unless the command line names some', () => {
  expect(selectProtections(protections, [])).toEqual(protections);
});

test('the shares together are all protections, each once', () => {
  const shares = ['1/3', '2/3', '3/3'].map((share) => selectProtections(protections, ['--share', share]));
  expect(new Set(shares.flat())).toEqual(new Set(protections));
  expect(shares.flat()).toHaveLength(protections.length);
});

test('a text selects protections by the file of their test, and by their fault check', () => {
  const selected = selectProtections(protections, ['test/domain/', 'faultCheck']);
  expect(new Set(selected)).toEqual(
    new Set(
      protections.filter(({ seenBy }) => 'faultCheck' in seenBy || seenBy.file.includes('test/domain/')),
    ),
  );
});

test.each(['', '0/2', '3/2', 'half'])('the share "%s" is refused', (share) => {
  expect(() => selectProtections(protections, ['--share', share])).toThrow('Usage');
});
