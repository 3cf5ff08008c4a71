import { type ChannelAccount, newChannelAccount } from '../../src/domain/channel-account/channel-account.ts';
import { start } from './times.ts';

/** Credentials in Stripe's format, of an account that does not exist. */
export const stripeMembers = {
  secretKey: 'sk_test_1234567890',
  publicKey: 'pk_test_1234567890',
  callbackSecret: 'whsec_1234567890',
} as const;

/** Returns the credentials of another Stripe account. Only its keys differ. */
export function otherStripeMembers(keys: string): Readonly<Record<keyof typeof stripeMembers, string>> {
  return { ...stripeMembers, secretKey: `sk_test_${keys}`, publicKey: `pk_test_${keys}` };
}

export function accountOf(
  merchantId: string | null = null,
  members: Readonly<Record<string, string>> = stripeMembers,
): ChannelAccount {
  return newChannelAccount({ channelType: 'ProcessorA', merchantId, members }, start);
}

/** Credentials in Adyen's format, of an account that does not exist. */
export const adyenMembers = {
  apiKey: 'AQE-of-one-user-of-the-tests',
  clientKey: 'test_ABCDEFGH12345678',
  merchantAccount: 'ExampleShopECOM',
  countryCode: 'NL',
  hmacKey: '44'.repeat(32),
} as const;

export const adyenAccount: ChannelAccount = newChannelAccount(
  { channelType: 'ProcessorB', merchantId: null, members: adyenMembers, namingMembers: ['merchantAccount'] },
  start,
);
