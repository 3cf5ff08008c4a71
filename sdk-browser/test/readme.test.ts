import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkoutErrorNames } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxMethods } from '../../services/gateway/src/adapters/outbound/channels/sandbox/sandbox-methods.ts';
import { testCards } from '../../services/sandbox-processor/src/domain/test-cards.ts';
import manifest from '../package.json' with { type: 'json' };
import * as errors from '../src/checkout-errors.ts';
import * as embed from '../src/embed.ts';
import { Consumer } from './support/consumer.ts';
import { readme } from './support/readme.ts';

let consumer: Consumer;
beforeAll(() => {
  consumer = new Consumer();
});
afterAll(() => consumer?.remove());

/** What the examples take for granted. */
const surroundings = `
  import type { Checkout, Payment } from '@kassa/sdk-browser';
  declare global {
    const payUrl: string;
    const form: HTMLElement;
    const wallets: HTMLElement;
    const numberCell: HTMLElement;
    const expiryCell: HTMLElement;
    const securityCodeCell: HTMLElement;
    const button: HTMLButtonElement;
    const checkout: Checkout;
    const payment: Payment;
    function say(text: string): void;
  }
`;

describe('the README', () => {
  test('has examples that compile as they are', () => {
    const blocks = readme.blocks('ts');
    expect(blocks.length).toBeGreaterThan(6);
    consumer.write('surroundings.ts', surroundings);
    const names = blocks.map((block, at) => {
      consumer.write(`example-${at}.ts`, `${block}\nexport {};\n`);
      return `example-${at}.ts`;
    });
    expect(
      consumer.compile(['surroundings.ts', ...names], { module: 'esnext', moduleResolution: 'bundler' }),
    ).toBe('');
  });

  test('begins with one that is short', () => {
    expect(readme.blocks('ts')[0]?.trim().split('\n').length).toBeLessThanOrEqual(15);
  });

  test('names the sizes and limits that the build has', () => {
    const folder = join(consumer.installed, 'dist');
    const [, , ...rows] = readme.table('Part');
    const sizes = manifest['size-limit'].filter(({ name }) => name !== 'all modules');
    const measured = sizes.map(({ name, path, limit }) => {
      const files = readdirSync(folder).filter((file) =>
        path.some((glob) => matchesGlob(`dist/${file}`, glob)),
      );
      const bytes = files.map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length);
      return { name, limit, kilobytes: bytes.reduce((sum, size) => sum + size, 0) / 1_000 };
    });
    expect(rows.map(([name, , limit]) => ({ name, limit }))).toEqual(
      sizes.map(({ name, limit }) => ({ name, limit })),
    );
    for (const [at, { name, kilobytes }] of measured.entries()) {
      const said = Number.parseFloat(rows[at]?.[1] ?? '');
      expect(Math.abs(said - kilobytes), `${name}: ${kilobytes}`).toBeLessThan(0.06);
    }
  });

  test('knows every error', () => {
    const [, , ...rows] = readme.table('`kind`');
    const classes = Object.keys({ ...errors, ...embed }).filter((name) => /(?<!Checkout)Error$/.test(name));
    expect(rows.map(([, name]) => name).sort()).toEqual(classes.sort());
  });

  test('says of each error of the Checkout API why it comes and what to do', () => {
    const [, , ...rows] = readme.table('`code`');
    const names = rows.flatMap(([codes = '']) => codes.split(' '));
    expect(names.sort()).toEqual([...checkoutErrorNames].sort());
    for (const [codes, why, whatToDo] of rows) expect([why, whatToDo], codes).not.toContain('');
  });

  test('names the sandbox’s methods and test cards as they are', () => {
    const [, , ...methods] = readme.table('Method');
    expect(methods.map(([code, renderType]) => [code, renderType])).toEqual(
      sandboxMethods.map(({ code, renderType }) => [code, renderType]),
    );
    const [, , ...cards] = readme.table('Card number');
    for (const [number = '', description = ''] of cards) {
      const card = { number: number.replaceAll(' ', ''), description };
      expect(testCards, number).toContainEqual(expect.objectContaining(card));
    }
    expect(cards.length).toBeGreaterThan(3);
  });
});
