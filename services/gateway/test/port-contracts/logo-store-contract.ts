import { expect, test } from 'vitest';
import type { Logo } from '../../src/domain/merchant/logo.ts';
import type { LogoStore } from '../../src/ports/logo-store.ts';
import { jpeg, png } from '../builders/images.ts';
import type { Instances } from './instances.ts';

/** The contract of every LogoStore. */
export function logoStoreContract(open: () => Instances<LogoStore>): void {
  const first: Logo = { hash: 'a'.repeat(64), mediaType: 'image/png', bytes: png };
  const second: Logo = { hash: 'b'.repeat(64), mediaType: 'image/jpeg', bytes: jpeg };

  test('a logo is found on every instance as it was put, byte by byte', async () => {
    const [one, other] = open();
    await one.put('mer_1', first);
    expect(await other.find('mer_1', first.hash)).toEqual(first);
  });

  test('putting it again, even concurrently, changes nothing', async () => {
    const [one, other] = open();
    await Promise.all([one, other, one, other].map((store) => store.put('mer_1', first)));
    expect(await other.find('mer_1', first.hash)).toEqual(first);
  });

  test('a new logo leaves the earlier ones in place', async () => {
    const [one, other] = open();
    await one.put('mer_1', first);
    await other.put('mer_1', second);
    expect(await one.find('mer_1', first.hash)).toEqual(first);
    expect(await one.find('mer_1', second.hash)).toEqual(second);
  });

  test('a merchant’s logo is not another one’s', async () => {
    const [one] = open();
    await one.put('mer_1', first);
    expect(await one.find('mer_2', first.hash)).toBeUndefined();
    expect(await one.find('mer_1', second.hash)).toBeUndefined();
  });
}
