import type { OperatorRole } from '@kassa/contracts';
import { expect, test } from 'vitest';
import {
  isLastOfAdmins,
  newOperatorToken,
  type OperatorToken,
} from '../../src/domain/operator/operator-token.ts';
import type { OperatorTokens } from '../../src/ports/operator-tokens.ts';
import type { Instances } from './instances.ts';

const minute = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 9, minutes));

function tokenOf(name: string, createdAt = minute(0), role: OperatorRole = 'viewer'): OperatorToken {
  return newOperatorToken(`kop_${name}`, { name, role, validDays: 1 }, 'bootstrap', createdAt);
}

const always = () => true;

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
    expect(await one.revoke(ann.tokenId, minute(1), always)).toEqual({ ...ann, revokedAt: minute(1) });
    expect(await other.revoke(ann.tokenId, minute(2), always)).toEqual({ ...ann, revokedAt: minute(1) });
    expect(await other.find(ann.tokenId)).toMatchObject({ revokedAt: minute(1) });
    expect(await one.revoke('opt_none', minute(1), always)).toBeUndefined();
  });

  test('a token stays as it is if it may not be revoked', async () => {
    const [one] = open();
    const [ann, bob] = [tokenOf('ann'), tokenOf('bob', minute(1))];
    await one.insert(ann);
    await one.insert(bob);
    const seen: (readonly OperatorToken[])[] = [];
    const refuse = (issued: readonly OperatorToken[]) => {
      seen.push(issued);
      return false;
    };
    expect(await one.revoke(ann.tokenId, minute(1), refuse)).toBe('kept');
    expect(seen).toEqual([[bob, ann]]);
    expect(await one.list()).toEqual([bob, ann]);
  });

  test('if admins revoke each other’s tokens at once on two instances, one of them keeps a valid token (fault 77)', async () => {
    const instances = open();
    const admins = ['ann', 'bob', 'cem', 'dia', 'eve', 'fay'].map((name) =>
      tokenOf(name, minute(0), 'admin'),
    );
    for (const admin of admins) await instances[0].insert(admin);
    const revoked = await Promise.all(
      admins.map(({ tokenId }, place) =>
        instances[place % 2 === 0 ? 0 : 1].revoke(
          tokenId,
          minute(1),
          (issued) => !isLastOfAdmins(tokenId, issued, minute(1)),
        ),
      ),
    );
    expect(revoked.filter((result) => result === 'kept')).toHaveLength(1);
    const left = (await instances[1].list()).filter(({ revokedAt }) => revokedAt === null);
    expect(left).toHaveLength(1);
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
