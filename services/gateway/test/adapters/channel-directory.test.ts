import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChannelDirectory } from '../../src/adapters/outbound/channels/channel-directory.ts';
import { type AccountKind, accountKind } from '../../src/adapters/outbound/channels/channel-kind.ts';
import { KnownChannelTypes } from '../../src/adapters/outbound/channels/known-channel-types.ts';
import { moveAccount } from '../../src/domain/channel-account/channel-account.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { accountOf, stripeMembers } from '../builders/channel-accounts.ts';
import { openingOrder, plainKeys } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { FakeChannel } from '../in-memory/fake-channel.ts';
import { InMemoryChannelAccounts } from '../in-memory/in-memory-channel-accounts.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';

/** A channel that stores the secret with which it was opened. */
class OpenedChannel extends FakeChannel {
  override readonly channelId: string;
  readonly secret: string;

  constructor(channelId: string, secret: string) {
    super();
    this.channelId = channelId;
    this.secret = secret;
  }
}

const kind: AccountKind = accountKind({
  channelType: 'ProcessorA',
  methodCodes: ['card'],
  urlVariable: 'PROCESSOR_A_URL',
  credentials: () =>
    Type.Object({
      secretKey: Type.String({ pattern: '^sk_', writeOnly: true }),
      publicKey: Type.String(),
      callbackSecret: Type.String({ writeOnly: true }),
    }),
  callbackSecretMember: 'callbackSecret',
  identifyingMembers: ['secretKey'],
  namingMembers: [],
  open: ({ channelId, credentials }) => new OpenedChannel(channelId, credentials.secretKey),
});

function directoryOver(accounts: InMemoryChannelAccounts) {
  const alerts = new RecordedAlerts();
  const directory = new ChannelDirectory({
    accounts,
    types: new KnownChannelTypes([kind], 'sandbox'),
    kinds: [kind],
    environment: 'sandbox',
    sandboxProcessor: null,
    urls: {},
    guard: (channel) => channel,
    keyFor: plainKeys,
    alerts,
  });
  const available = async (merchantId: string) =>
    (await directory.availableTo(merchantId)).map(({ channelId }) => channelId);
  return { directory, alerts, available };
}

const openingOf = (attemptId: string) => openingOrder({ attemptId, amount: money(1_000) });
const withKey = (secretKey: string) => ({ ...stripeMembers, secretKey });
const down = () => Promise.reject(new TemporarilyUnavailable('the database did not answer'));

describe('the channels behind stored accounts', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('are the merchant’s own channels or, if it has none of a type, the deployment’s', async () => {
    const accounts = new InMemoryChannelAccounts();
    for (const merchantId of [null, 'mer_1']) await accounts.insert(accountOf(merchantId));
    const { available, directory } = directoryOver(accounts);
    expect(await available('mer_1')).toEqual(['ProcessorA-mer_1']);
    expect(await available('mer_2')).toEqual(['ProcessorA']);
    expect((await directory.all()).length).toBe(2);
    expect(await directory.find('ProcessorA-mer_2')).toBeUndefined();
  });

  test('change within a second of their accounts, and only then', async () => {
    const accounts = new InMemoryChannelAccounts();
    await accounts.insert(accountOf());
    const { directory, available } = directoryOver(accounts);
    const first = await directory.find('ProcessorA');
    vi.advanceTimersByTime(999);
    expect(await directory.find('ProcessorA')).toBe(first);

    await accounts.save({ ...moveAccount(accountOf(), 'retired', after(1)), revision: 2 });
    vi.advanceTimersByTime(999);
    expect(await available('mer_1')).toEqual([]);
    expect(await directory.find('ProcessorA')).toBeDefined();

    // Remove the account and add it again with other keys. The new account starts with the same revision, but the channel must
    // be opened with the new keys.
    await accounts.remove({ channelId: 'ProcessorA', revision: 2 });
    await accounts.insert({ ...accountOf(null, withKey('sk_other')), createdAt: after(9) });
    vi.advanceTimersByTime(999);
    expect(await directory.find('ProcessorA')).toMatchObject({ secret: 'sk_other' });
  });

  test('say when their accounts were added', async () => {
    const accounts = new InMemoryChannelAccounts();
    await accounts.insert({ ...accountOf(), createdAt: after(9) });
    const { directory } = directoryOver(accounts);
    expect(await directory.addedAt('ProcessorA')).toEqual(after(9));
    expect(await directory.addedAt('Sandbox')).toBeNull();
  });

  test('are recorded as used once, however many payments are started there', async () => {
    const accounts = new InMemoryChannelAccounts();
    await accounts.insert(accountOf());
    const { directory } = directoryOver(accounts);
    const noteUse = vi.spyOn(accounts, 'noteUse');
    for (let payments = 0; payments < 3; payments += 1) {
      vi.advanceTimersByTime(999);
      expect(await directory.noteUse('ProcessorA')).toBe('noted');
    }
    expect(noteUse).toHaveBeenCalledOnce();
    expect(await accounts.find('ProcessorA')).toMatchObject({ isUsed: true });
    expect(await directory.noteUse('ProcessorA-mer_1')).toBe('gone');
  });

  test('are read again once they are recorded as used, so that earlier changes take effect', async () => {
    const accounts = new InMemoryChannelAccounts();
    await accounts.insert(accountOf());
    const { directory, available } = directoryOver(accounts);
    expect(await available('mer_1')).toEqual(['ProcessorA']);
    expect(await directory.find('ProcessorA')).toMatchObject({ secret: stripeMembers.secretKey });
    await accounts.save({ ...accountOf(null, withKey('sk_other')), revision: 2 });
    expect(await directory.noteUse('ProcessorA')).toBe('noted');
    expect(await directory.find('ProcessorA')).toMatchObject({ secret: 'sk_other' });
  });

  test('if a channel’s credentials are replaced while a payment is being opened with the old ones, the consumer gets no form for that payment (fault 58)', async () => {
    const accounts = new InMemoryChannelAccounts();
    await accounts.insert(accountOf());
    const [one, other] = [directoryOver(accounts).directory, directoryOver(accounts).directory];
    await one.noteUse('ProcessorA');
    const channel = await one.find('ProcessorA');
    const used = { ...accountOf(null, withKey('sk_other')), isUsed: true };
    await accounts.save({ ...used, credentialsChangedAt: after(9), revision: 2 });
    expect(await channel?.open(openingOf('txn_1'))).toMatchObject({ kind: 'unavailable' });
    expect(await (await other.find('ProcessorA'))?.open(openingOf('txn_1'))).toMatchObject({
      kind: 'opened',
    });
    expect(await accounts.find('ProcessorA')).toMatchObject({ hasOpened: true });
  });

  test('record the first payment that they open, and no other', async () => {
    const accounts = new InMemoryChannelAccounts();
    await accounts.insert(accountOf());
    const channel = await directoryOver(accounts).directory.find('ProcessorA');
    const noteOpening = vi.spyOn(accounts, 'noteOpening');
    for (const attemptId of ['txn_1', 'txn_2']) {
      expect(await channel?.open(openingOf(attemptId))).toMatchObject({ kind: 'opened' });
    }
    expect(noteOpening).toHaveBeenCalledOnce();
  });

  test('can be opened with credentials that are not stored, beside those that are', async () => {
    const accounts = new InMemoryChannelAccounts();
    await accounts.insert(accountOf());
    const { directory, alerts } = directoryOver(accounts);
    const stored = await directory.find('ProcessorA');
    const other = accountOf(null, withKey('sk_other'));
    expect(directory.openedWith(other)).toMatchObject({ channelId: 'ProcessorA', secret: 'sk_other' });
    expect(await directory.find('ProcessorA')).toBe(stored);
    expect(directory.openedWith({ ...other, credentials: null })).toBeUndefined();
    expect(alerts.raised).toEqual([]);
  });

  test('serve as they were last known while the database is unreachable', async () => {
    const accounts = new InMemoryChannelAccounts();
    await accounts.insert(accountOf());
    const { directory, available } = directoryOver(accounts);
    const known = await directory.find('ProcessorA');
    expect(await available('mer_1')).toEqual(['ProcessorA']);
    vi.spyOn(accounts, 'find').mockImplementation(down);
    vi.spyOn(accounts, 'listFor').mockImplementation(down);
    for (let outage = 0; outage < 3; outage += 1) {
      vi.advanceTimersByTime(999);
      expect(await directory.find('ProcessorA')).toBe(known);
      expect(await available('mer_1')).toEqual(['ProcessorA']);
    }
    // Of what was never read nothing is known.
    await expect(directory.find('ProcessorA-mer_1')).rejects.toThrow(TemporarilyUnavailable);
    vi.restoreAllMocks();
    await accounts.insert(accountOf('mer_1'));
    vi.advanceTimersByTime(999);
    expect(await available('mer_1')).toEqual(['ProcessorA-mer_1']);
  });

  test('stay known during an outage while they are used, however many IDs are guessed', async () => {
    const accounts = new InMemoryChannelAccounts();
    await accounts.insert(accountOf());
    const { directory } = directoryOver(accounts);
    const known = await directory.find('ProcessorA');
    const findStored = vi.spyOn(accounts, 'find');
    for (let index = 0; index < 25_000; index += 1) {
      await directory.find(`ProcessorA-guess_${index}`);
      if (index % 1_000 === 0) await directory.find('ProcessorA');
    }
    findStored.mockClear();
    await directory.find('ProcessorA-guess_24999');
    expect(findStored).not.toHaveBeenCalled();
    await directory.find('ProcessorA-guess_0');
    expect(findStored).toHaveBeenCalledOnce();
    findStored.mockImplementation(down);
    vi.advanceTimersByTime(999);
    expect(await directory.find('ProcessorA')).toBe(known);
  });

  test('do not wait for a database that hangs', async () => {
    const accounts = new InMemoryChannelAccounts();
    await accounts.insert(accountOf());
    const { directory } = directoryOver(accounts);
    const known = await directory.find('ProcessorA');
    vi.spyOn(accounts, 'find').mockImplementation(() => new Promise(() => {}));
    vi.advanceTimersByTime(999);
    expect(await directory.find('ProcessorA')).toBe(known);
  });

  test('are missing, with one alert that shows no credential, if their credentials cannot be used', async () => {
    const accounts = new InMemoryChannelAccounts();
    const canary = `canary_${randomBytes(8).toString('hex')}`;
    await accounts.insert(accountOf());
    await accounts.insert(accountOf('mer_1', withKey(canary)));
    await accounts.insert({ ...accountOf('mer_2'), credentials: null });
    const { directory, alerts, available } = directoryOver(accounts);
    // A merchant whose own account is unusable gets no channel at all. The merchant's money must not go through the
    // deployment's account instead.
    expect(await available('mer_1')).toEqual([]);
    expect(await available('mer_2')).toEqual([]);
    expect(await available('mer_3')).toEqual(['ProcessorA']);
    const merchants = ['mer_1', 'mer_2', 'mer_3'];
    const unusable = merchants.map((merchantId) => directory.hasUnusable(merchantId));
    expect(await Promise.all(unusable)).toEqual([true, true, false]);
    expect((await directory.all()).length).toBe(1);
    expect(alerts.raised).toEqual([
      {
        kind: 'account_unusable',
        channelId: 'ProcessorA-mer_1',
        reason: expect.stringContaining('secretKey is invalid'),
      },
      {
        kind: 'account_unusable',
        channelId: 'ProcessorA-mer_2',
        reason: expect.stringContaining('KASSA_ENCRYPTION_KEY'),
      },
    ]);
    expect(JSON.stringify(alerts.raised)).not.toContain(canary);
  });
});
