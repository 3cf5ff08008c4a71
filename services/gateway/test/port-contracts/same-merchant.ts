import { expect } from 'vitest';
import type { Merchant } from '../../src/domain/merchant/merchant.ts';

/** Compares key objects by their content: two objects of one key are not equal otherwise. */
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
