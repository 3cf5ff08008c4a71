import { expect } from 'vitest';
import type { Merchant } from '../../src/domain/merchant/merchant.ts';

/** Compares merchants. Keys are compared by their content, because two key objects of the same key are not equal. */
export function expectSameMerchant(actual: Merchant | undefined, expected: Merchant): void {
  expect(actual && exported(actual)).toEqual(exported(expected));
}

function exported(merchant: Merchant) {
  return {
    ...merchant,
    keys: merchant.keys.map(({ key, ...rest }) => ({
      ...rest,
      key: key.export({ type: 'spki', format: 'pem' }),
    })),
  };
}
