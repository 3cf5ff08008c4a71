import { type MerchantState, merchantStates, merchantTransitions } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { newMerchant as takenOn } from '../../src/domain/merchant/merchant.ts';
import { moveMerchant, nextMerchantState, takesPayments } from '../../src/domain/merchant/merchant-life.ts';
import { newMerchant } from '../builders/merchants.ts';
import { start } from '../builders/times.ts';

const causes = merchantTransitions.map(({ cause }) => cause);

/**
 * For each state, the causes that are possible and the states to which they lead. A cause that leads to the present state
 * changes nothing.
 */
const moves: Readonly<Record<MerchantState, Readonly<Record<string, MerchantState>>>> = {
  pending: { approved: 'active' },
  active: { approved: 'active', disabled: 'disabled', enabled: 'active' },
  disabled: { disabled: 'disabled', enabled: 'active' },
};

describe('a merchant in every state, by every cause', () => {
  test.each(
    merchantStates.flatMap((from) => causes.map((cause) => ({ from, cause, to: moves[from][cause] }))),
  )('$from by $cause: $to', ({ from, cause, to }) => {
    const merchant = newMerchant({ state: from });
    const moved = moveMerchant(merchant, cause);
    if (to === undefined) expect(moved).toBe('not_possible');
    else if (to === from) expect(moved).toBe(merchant);
    else expect(moved).toEqual({ ...merchant, state: to });
    expect(nextMerchantState(from, cause)).toBe(to === from ? undefined : to);
  });
});

test('only an active merchant takes payments; an unknown one does not', () => {
  expect(merchantStates.filter((state) => takesPayments({ state }))).toEqual(['active']);
  expect(takesPayments(undefined)).toBe(false);
});

test.each([
  ['production', 'pending'],
  ['sandbox', 'active'],
] as const)('in %s a new merchant is %s, and may take no card numbers itself', (environment, state) => {
  const merchant = takenOn(
    {
      merchantId: 'mer_1',
      name: 'Shop',
      keys: [],
      webhookUrl: 'https://shop.example/hook',
      webhookSecret: 'whsec_x',
      ipAllowList: [],
      orderValiditySeconds: 60,
      createdAt: start,
    },
    environment,
  );
  expect(merchant).toMatchObject({ state, mayTakeCardNumbers: false, revision: 1 });
});
