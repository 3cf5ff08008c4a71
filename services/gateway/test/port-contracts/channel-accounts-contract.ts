import { expect, test } from 'vitest';
import { moveAccount, rotateCredentials } from '../../src/domain/channel-account/channel-account.ts';
import type { ChannelAccounts } from '../../src/ports/channel-accounts.ts';
import { accountOf, stripeMembers } from '../builders/channel-accounts.ts';
import { after } from '../builders/times.ts';
import type { Instances } from './instances.ts';

/** The contract of every ChannelAccounts. */
export function channelAccountsContract(open: () => Instances<ChannelAccounts>): void {
  test('an account is found as it was inserted, on every instance', async () => {
    const [one, other] = open();
    expect(await one.insert(accountOf())).toBe('inserted');
    expect(await other.find('ProcessorA')).toEqual(accountOf());
    expect(await other.find('ProcessorA-mer_1')).toBeUndefined();
  });

  test('a second account under the same ID is refused, and the first stays', async () => {
    const [one, other] = open();
    await one.insert(accountOf());
    expect(await other.insert(accountOf(null, { ...stripeMembers, secretKey: 'other' }))).toBe('exists');
    expect(await one.find('ProcessorA')).toEqual(accountOf());
  });

  test('a merchant’s list has its own accounts and the deployment’s, by their IDs', async () => {
    const [one, other] = open();
    for (const merchantId of ['mer_2', null, 'mer_1']) await one.insert(accountOf(merchantId));
    const ids = (accounts: readonly { channelId: string }[]) => accounts.map(({ channelId }) => channelId);
    expect(ids(await other.listFor('mer_1'))).toEqual(['ProcessorA', 'ProcessorA-mer_1']);
    expect(ids(await other.listFor('mer_9'))).toEqual(['ProcessorA']);
    expect(ids(await other.list())).toEqual(['ProcessorA', 'ProcessorA-mer_1', 'ProcessorA-mer_2']);
  });

  test('a change is saved only if it was based on the stored account', async () => {
    const [one, other] = open();
    const account = accountOf();
    await one.insert(account);
    const members = { ...stripeMembers, callbackSecret: 'whsec_another_one' };
    const rotated = rotateCredentials(
      account,
      members,
      { callbackSecretMember: 'callbackSecret', namingMembers: ['publicKey'] },
      after(10),
    );
    if (rotated === 'rotation_under_way') throw new Error(rotated);
    const saved = { ...rotated, revision: 2 };
    expect(await one.save(saved)).toBe('saved');
    expect(await other.save({ ...moveAccount(account, 'retired', after(11)), revision: 2 })).toBe('conflict');
    expect(await other.find('ProcessorA')).toEqual(saved);
    expect(saved.credentials?.previousCallbackSecret).toBe(stripeMembers.callbackSecret);
  });

  test('unreadable credentials stay unchanged when the rest is changed', async () => {
    const [one, other] = open();
    await one.insert(accountOf());
    const unread = { ...moveAccount(accountOf(), 'retired', after(10)), credentials: null, revision: 2 };
    expect(await other.save(unread)).toBe('saved');
    expect(await one.find('ProcessorA')).toEqual({ ...unread, credentials: accountOf().credentials });
  });

  test('an account in use is not removed, and stays in use whatever is changed', async () => {
    const [one, other] = open();
    const account = accountOf();
    await one.insert(account);
    expect(await other.noteUse('ProcessorA')).toBe('noted');
    expect(await one.remove(account)).toBe('conflict');
    // The change was decided before the account was first used. The use may matter for the decision, so the change is refused.
    const retired = { ...moveAccount(account, 'retired', after(10)), revision: 2 };
    expect(await one.save(retired)).toBe('conflict');
    expect(await other.find('ProcessorA')).toEqual({ ...account, isUsed: true });
    expect(await one.save({ ...retired, isUsed: true })).toBe('saved');
    expect(await other.find('ProcessorA')).toMatchObject({ state: 'retired', isUsed: true, revision: 2 });
    expect(await one.remove({ ...account, revision: 2 })).toBe('conflict');
    expect(await other.noteUse('ProcessorA')).toBe('noted');
  });

  test('an opening is recorded while its credentials are still stored, and a change decided earlier conflicts', async () => {
    const [one, other] = open();
    const account = { ...accountOf(), isUsed: true };
    await one.insert(accountOf());
    await one.noteUse('ProcessorA');
    expect(await other.noteOpening(account)).toBe('noted');
    expect(await one.find('ProcessorA')).toEqual({ ...account, hasOpened: true });
    const rotated = { ...account, credentialsChangedAt: after(10), revision: 2 };
    expect(await one.save(rotated)).toBe('conflict');
    expect(await one.save({ ...rotated, hasOpened: true })).toBe('saved');
    expect(await other.noteOpening(account)).toBe('noted');
    expect(await one.find('ProcessorA')).toMatchObject({ hasOpened: true, revision: 2 });
  });

  test('an opening is not recorded once its credentials were replaced', async () => {
    const [one, other] = open();
    const account = { ...accountOf(), isUsed: true };
    await one.insert(accountOf());
    await one.noteUse('ProcessorA');
    const rotated = { ...account, credentialsChangedAt: after(10), revision: 2 };
    expect(await one.save(rotated)).toBe('saved');
    expect(await other.noteOpening(account)).toBe('replaced');
    expect(await one.find('ProcessorA')).toEqual(rotated);
    expect(await other.noteOpening(rotated)).toBe('noted');
    expect(await other.noteOpening(accountOf('mer_9'))).toBe('replaced');
  });

  test('a removed account can no longer be used', async () => {
    const [one, other] = open();
    await one.insert(accountOf());
    await one.remove(accountOf());
    expect(await other.noteUse('ProcessorA')).toBe('gone');
    expect(await one.find('ProcessorA')).toBeUndefined();
  });

  test('an account is removed only if it is unchanged, and can then be inserted again', async () => {
    const [one, other] = open();
    const account = accountOf();
    await one.insert(account);
    expect(await one.remove({ ...account, revision: 2 })).toBe('conflict');
    expect(await other.remove(account)).toBe('removed');
    expect(await one.find('ProcessorA')).toBeUndefined();
    expect(await one.remove(account)).toBe('conflict');
    expect(await one.insert(account)).toBe('inserted');
  });
}
