import { type ChannelAccount, newChannelAccount } from '../../src/domain/channel-account/channel-account.ts';
import { start } from './times.ts';

/** Credentials in Stripe's form, of an account that is none. */
export const stripeMembers = {
  secretKey: 'sk_test_1234567890',
  publicKey: 'pk_test_1234567890',
  callbackSecret: 'whsec_1234567890',
} as const;

export function accountOf(
  merchantId: string | null = null,
  members: Readonly<Record<string, string>> = stripeMembers,
): ChannelAccount {
  return newChannelAccount({ channelType: 'ProcessorA', merchantId, members }, start);
}
