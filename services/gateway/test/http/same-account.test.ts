import type { Channel, ChannelList } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adyenMembers, otherStripeMembers, stripeMembers } from '../builders/channel-accounts.ts';
import type { EnvelopeAnswer } from './support/envelope-answer.ts';
import { GatewayBench } from './support/gateway-bench.ts';

const otherStripe = otherStripeMembers('another12345');
/**
 * Credentials of another merchant account at Adyen with the same keys. One user at Adyen may have access to several merchant
 * accounts.
 */
const otherAdyen = { ...adyenMembers, merchantAccount: 'AnotherShopECOM' };

let bench: GatewayBench;
let merchantId: string;

beforeAll(async () => {
  bench = await GatewayBench.start();
  ({ merchantId } = await bench.onboard());
});
afterAll(() => bench.stop());

const admin = (target: string, body?: unknown) => bench.admin('POST', `/admin/channels${target}`, body);
const shown = async () =>
  ((await bench.admin('GET', '/admin/channels')).data as ChannelList).channels.filter(
    ({ source }) => source === 'account',
  );

function expectTaken(answer: EnvelopeAnswer, by: string): void {
  expect(answer).toMatchObject({ status: 409, msg: 'CHANNEL_ACCOUNT_TAKEN' });
  expect(answer.error?.detail).toMatch(new RegExp(`^${by} is the same account`));
  expect(answer.text).not.toMatch(/sk_test|AQE|4444/);
}

describe.each([
  {
    channelType: 'ProcessorA',
    members: stripeMembers,
    other: otherStripe,
    alike: [
      { ...otherStripe, secretKey: stripeMembers.secretKey },
      { ...otherStripe, publicKey: stripeMembers.publicKey },
    ],
  },
  {
    channelType: 'ProcessorB',
    members: adyenMembers,
    other: otherAdyen,
    alike: [{ ...adyenMembers, apiKey: 'AQE-of-another-user-of-the-tests', hmacKey: '66'.repeat(32) }],
  },
])('one account at $channelType', ({ channelType, members, other, alike }) => {
  const own = () => `${channelType}-${merchantId}`;
  const addOwn = (credentials: object) =>
    admin('', { channel_type: channelType, merchant_id: merchantId, credentials });

  test('is not accepted for a second channel, because its callbacks and books would belong to both', async () => {
    await admin('', { channel_type: channelType, credentials: members });
    for (const credentials of alike) expectTaken(await addOwn(credentials), channelType);
    expect((await shown()).map(({ channel_id }) => channel_id)).not.toContain(own());
  });

  test('is not accepted with other credentials of an account that another channel uses', async () => {
    const added = (await addOwn(other)).data as Channel;
    for (const credentials of alike) {
      expectTaken(await admin(`/${own()}/rotate`, { credentials }), channelType);
    }
    expect(await shown()).toContainEqual(added);
    // Its own are no others'.
    expect((await admin(`/${own()}/rotate`, { credentials: other })).status).toBe(200);
  });

  test('can be used by another channel once its channel is retired, which then cannot become active again', async () => {
    await admin(`/${channelType}/retire`);
    expect((await admin(`/${own()}/rotate`, { credentials: alike[0] })).status).toBe(200);
    expectTaken(await admin(`/${channelType}/enable`), own());
    await admin(`/${own()}/retire`);
    expect((await admin(`/${channelType}/enable`)).data).toMatchObject({ state: 'active' });
  });
});
