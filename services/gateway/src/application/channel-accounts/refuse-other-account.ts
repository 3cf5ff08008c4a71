import type { ChannelAccount } from '../../domain/channel-account/channel-account.ts';
import { compareAccounts } from '../../domain/channel-account/same-account.ts';
import type { ChannelTypeDescription } from '../../ports/channel-types.ts';
import type { OpenedOrders } from '../../ports/order-repository.ts';
import type { PaymentReference } from '../../ports/payment-channel.ts';
import type { PaymentChannels } from '../../ports/payment-channels.ts';
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Refuses new credentials for a channel that has opened payments, if the credentials belong to another account at the
 * processor. With such credentials, the gateway could neither ask about the earlier payments nor refund them, and would lose
 * the reports about them.
 *
 * If credentials of this channel type do not identify their account, the gateway tests the new credentials: it asks the
 * processor for an earlier payment, which only keys of the same account can find.
 */
export async function refuseOtherAccount(
  { before, after }: { readonly before: ChannelAccount; readonly after: ChannelAccount },
  {
    type,
    orders,
    channels,
  }: {
    readonly type: ChannelTypeDescription;
    readonly orders: OpenedOrders;
    readonly channels: PaymentChannels;
  },
): Promise<Refusal | undefined> {
  if (!before.isUsed) return undefined;
  switch (compareAccounts(before, after, type)) {
    case 'same':
      return undefined;
    case 'other':
      return before.hasOpened || (await paymentMadeAt(before, orders)) ? otherAccount(before) : undefined;
    case 'unclear':
      break;
  }
  const payment = await paymentMadeAt(before, orders);
  // The account was used but never opened a payment, for example because a key was mistyped. No payment can be lost, so the
  // credentials may be replaced.
  if (payment === undefined) return before.hasOpened ? beingOpened(before) : undefined;
  // If credentials of this channel type identify their account, the comparison can only have failed because the stored
  // credentials cannot be read. Do not ask such a channel about a payment: it may answer “pending” about any payment, which
  // proves nothing.
  if (type.namingMembers.length > 0) return unreadable(before);
  const inquiry = await channels.openedWith(after)?.ask(payment);
  switch (inquiry?.kind) {
    case 'not_found':
      return otherAccount(before);
    case undefined:
    case 'unavailable':
      return notIdentified(before, inquiry?.detail ?? 'they cannot be used');
    // Accept the new credentials. Either the processor has found the earlier payment with them, or its answer is no reason to
    // refuse them.
    case 'ended':
    case 'pending':
    case 'under_way':
    case 'to_capture':
    case 'not_submitted':
    case 'not_askable':
    case 'not_understood':
      return undefined;
  }
}

/** Returns a payment that was opened at the channel, with the processor's reference; undefined if there is none. */
async function paymentMadeAt(
  { channelId, merchantId }: ChannelAccount,
  orders: OpenedOrders,
): Promise<PaymentReference | undefined> {
  const order = await orders.findOpenedAt(channelId, merchantId);
  const payments = order?.attempts.flatMap((attempt) =>
    attempt.channelId === channelId && attempt.opening !== null
      ? [{ ...attempt, opening: attempt.opening }]
      : [],
  );
  return payments?.at(-1);
}

function otherAccount({ channelId, channelType, merchantId }: ChannelAccount): Refusal {
  const instead =
    merchantId === null
      ? `add the other account for the merchants that it is for (\`kassa-admin channel add ${channelType} --merchant <merchant-id>\`)`
      : `let the merchant's payments go through the deployment's account (\`kassa-admin channel add ${channelType}\`)`;
  return refuse(
    'CHANNEL_ACCOUNT_DIFFERS',
    `These credentials belong to another account at the processor, or lead to another of its data centers. ` +
      `Payments were made through ${channelId}: their reports, refunds and disputes need its present account. ` +
      `Enter other keys of that account. Or ${instead}, and retire ` +
      `this one (\`kassa-admin channel retire ${channelId}\`): it then only finishes what was begun there.`,
  );
}

/**
 * Returns the refusal of new credentials while the account's first payment is being opened. The channel has answered, but the
 * answer is not yet stored in the order, so the gateway knows no payment with which it could test the credentials.
 */
function beingOpened({ channelId }: ChannelAccount): Refusal {
  return refuse(
    'CHANNEL_ERROR',
    `The first payment is being opened through ${channelId}. Until that is done, the gateway cannot ask the ` +
      'processor whether these credentials belong to the same account. Repeat the command in a minute.',
  );
}

function unreadable({ channelId }: ChannelAccount): Refusal {
  return refuse(
    'CHANNEL_ERROR',
    `Payments were made through ${channelId}, and its stored credentials cannot be decrypted. So the gateway cannot tell ` +
      'whether these credentials belong to the same account. Start the gateway with its earlier encryption key, then ' +
      'repeat the command.',
  );
}

function notIdentified({ channelId }: ChannelAccount, detail: string): Refusal {
  return refuse(
    'CHANNEL_ERROR',
    `Payments were made through ${channelId}, and the processor does not say whether these credentials belong to the same ` +
      `account: ${detail}. Check that the key is right and may read payments, then repeat the command.`,
  );
}
