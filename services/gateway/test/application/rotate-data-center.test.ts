import { afterEach, expect, test, vi } from 'vitest';
import { adyen } from '../../src/adapters/outbound/channels/adyen/adyen-kind.ts';
import { channelKinds } from '../../src/adapters/outbound/channels/channel-kinds.ts';
import { KnownChannelTypes } from '../../src/adapters/outbound/channels/known-channel-types.ts';
import { ChangeChannelAccount } from '../../src/application/channel-accounts/change-channel-account.ts';
import { ManageChannelCredentials } from '../../src/application/channel-accounts/manage-credentials.ts';
import { newChannelAccount } from '../../src/domain/channel-account/channel-account.ts';
import type { PaymentReference } from '../../src/ports/payment-channel.ts';
import { adyenMembers } from '../builders/channel-accounts.ts';
import { inTime } from '../builders/channel-calls.ts';
import { latest, money, newOrder, opened } from '../builders/orders.ts';
import { start } from '../builders/times.ts';
import { FixedChannels } from '../in-memory/fixed-channels.ts';
import { InMemoryChannelAccounts } from '../in-memory/in-memory-channel-accounts.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

const inEurope = {
  ...adyenMembers,
  clientKey: 'live_ABCDEFGH12345678',
  liveUrlPrefix: '1797a841fbb37ca7-KassaExample',
};
/** The same merchant account through another of Adyen's data centers, each of which has its own prefix. */
const inAmerica = { ...inEurope, liveUrlPrefix: '2808b952acc48db8-KassaExample', liveRegion: 'us' };

/** Adyen's data centers. Each keeps its own idempotency keys ("API idempotency", regional endpoints). */
class DataCenters {
  readonly refunds: string[] = [];
  readonly #answers = new Map<string, string>();
  isAnswering = true;

  readonly fetch = async (address: URL, init: RequestInit): Promise<Response> => {
    const key = `${address.host} ${new Headers(init.headers).get('idempotency-key')}`;
    if (!this.#answers.has(key)) {
      this.refunds.push(key);
      this.#answers.set(
        key,
        JSON.stringify({ status: 'received', pspReference: `PSP${this.refunds.length}` }),
      );
    }
    if (!this.isAnswering) throw new TypeError('fetch failed');
    return new Response(this.#answers.get(key), { status: 201 });
  };
}

afterEach(() => vi.unstubAllGlobals());

test('a refund whose first answer was lost is made once, although the channel is moved to another data center', async () => {
  const centers = new DataCenters();
  vi.stubGlobal('fetch', centers.fetch);
  const accounts = new InMemoryChannelAccounts();
  const account = newChannelAccount(
    { channelType: 'ProcessorB', merchantId: null, members: inEurope },
    start,
  );
  const { channelId } = account;
  await accounts.insert(account);
  const orders = new InMemoryOrders();
  const types = new KnownChannelTypes(channelKinds, 'production');
  const change = new ChangeChannelAccount({ accounts, types });
  const channels = new FixedChannels([]);
  const clock = new SettableClock(start);
  const manage = new ManageChannelCredentials({ change, types, orders, channels, clock });

  const order = opened(newOrder({ merchantId: 'mer_1' }));
  await accounts.noteUse(channelId);
  await accounts.noteOpening(account);
  await orders.insert({ ...order, attempts: order.attempts.map((each) => ({ ...each, channelId })) });
  const attempt = latest(order);
  if (attempt.opening === null) throw new Error('not opened');
  const payment: PaymentReference = { ...attempt, opening: attempt.opening, paymentReference: 'PSP0' };
  const refund = { refundId: `rfd_${'a'.repeat(32)}_1`, payment, amount: money(4_000) };

  const channelWith = async () => {
    const credentials = (await accounts.find(channelId))?.credentials?.members ?? {};
    return adyen.open({
      channelId,
      credentials,
      callbackSecrets: [adyenMembers.hmacKey],
      url: null,
    } as never);
  };
  centers.isAnswering = false;
  expect(await (await channelWith()).refund(inTime(refund))).toMatchObject({ kind: 'unknown' });
  centers.isAnswering = true;

  await manage.rotate(channelId, inAmerica);
  const moved = await channelWith();
  const acceptedAt = new Date();
  const asked = await moved.askRefund({ ...refund, channelReference: null, acceptedAt } as never);
  // `cannot_tell`: the gateway sends the refund again under its key.
  if (asked.kind === 'cannot_tell') await moved.refund(inTime(refund));
  expect(centers.refunds).toHaveLength(1);
});
