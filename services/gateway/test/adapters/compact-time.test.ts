import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCompactTime } from '../../src/adapters/inbound/http/read-times.ts';

describe('a compact time', () => {
  test.each([
    ['20261121103000', '2026-11-21T10:30:00.000Z'],
    ['20240229000000', '2024-02-29T00:00:00.000Z'],
    ['20261231235959', '2026-12-31T23:59:59.000Z'],
    ['20260229000000', undefined],
    ['20260231000000', undefined],
    ['20260431000000', undefined],
    ['20261301000000', undefined],
    ['20260001000000', undefined],
    ['20260100000000', undefined],
    ['20261121240000', undefined],
    ['20261121106000', undefined],
    ['20261121103060', undefined],
    ['2026112110300', undefined],
    ['202611211030000', undefined],
    ['2026-11-21T10:', undefined],
    ['２０２６1121103000', undefined],
    ['20261121103000\n', undefined],
    ['', undefined],
  ])('%j is %s', (text, iso) => {
    expect(readCompactTime(text)?.toISOString()).toBe(iso);
  });

  test('can be read for every second that exists', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
        (date) => {
          const whole = new Date(Math.floor(date.getTime() / 1000) * 1000);
          const text = whole.toISOString().slice(0, 19).replace(/\D/g, '');
          expect(readCompactTime(text)).toEqual(whole);
        },
      ),
    );
  });
});
