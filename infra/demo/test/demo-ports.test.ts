import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPorts } from '../src/demo-ports.ts';

/** Returns the names of all variables that are read, by giving each of them an invalid value. */
function variables(): readonly string[] {
  const wrong = new Proxy({}, { get: () => 'wrong' });
  try {
    readPorts(wrong);
  } catch (error) {
    return [...String(error).matchAll(/([A-Z_]+) must be a whole number/g)].map(([, name = '']) => name);
  }
  return [];
}

test.each(['README.md', 'infra/demo/README.md'])('%s names each variable that moves a port', (file) => {
  const text = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
  expect(variables()).toHaveLength(5);
  expect(variables().filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test.each(['ten', '0', '65536', '-1', ''])('a port of “%s” is named as wrong', (port) => {
  const read = () => readPorts({ KASSA_SHOP_PORT: port });
  expect(read).toThrow('KASSA_SHOP_PORT must be a whole number from 1 to 65535');
});
