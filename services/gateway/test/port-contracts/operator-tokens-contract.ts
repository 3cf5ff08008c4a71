import { expect, test } from 'vitest';
import { newOperatorToken, type OperatorToken } from '../../src/domain/operator/operator-token.ts';
import type { OperatorTokens } from '../../src/ports/operator-tokens.ts';
import type { Instances } from './instances.ts';

const minute = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 9, minutes));

function tokenOf(name: string, createdAt = minute(0)): OperatorToken {
  return newOperatorToken(`kop_${name}`, { name, role: 'viewer', validDays: 1 }, 'bootstrap', createdAt);
}

/** The contract of every OperatorTokens. */
export function operatorTokensContract(open: () => Instances<OperatorTokens>): void {
  test('a token is found on every instance as it was inserted, and listed, the newest first', async () => {
    const [one, other] = open();
    const [ann, bob] = [tokenOf('ann'), tokenOf('bob', minute(1))];
    await one.insert(ann);
    await other.insert(bob);
    expect(await other.find(ann.tokenId)).toEqual(ann);
    expect(await one.find('opt_none')).toBeUndefined();
    expect(await one.list()).toEqual([bob, ann]);
  });

  test('a token is revoked once, on every instance', async () => {
    const [one, other] = open();
    const ann = tokenOf('ann');
    await one.insert(ann);
    expect(await one.revoke(ann.tokenId, minute(1))).toEqual({ ...ann, revokedAt: minute(1) });
    expect(await other.revoke(ann.tokenId, minute(2))).toEqual({ ...ann, revokedAt: minute(1) });
    expect(await other.find(ann.tokenId)).toMatchObject({ revokedAt: minute(1) });
    expect(await one.revoke('opt_none', minute(1))).toBeUndefined();
  });

  test('only a later use replaces a use', async () => {
    const [one, other] = open();
    const ann = tokenOf('ann');
    await one.insert(ann);
    await one.noteUse(ann.tokenId, minute(5));
    await other.noteUse(ann.tokenId, minute(4));
    expect(await one.find(ann.tokenId)).toEqual({ ...ann, lastUsedAt: minute(5) });
    await other.noteUse('opt_none', minute(6));
    expect(await one.find('opt_none')).toBeUndefined();
  });
}
