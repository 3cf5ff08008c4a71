import type { CardDetails } from './card.ts';

/**
 * Sandbox Pay, a wallet that every device has. Its sheet gives the page a token instead of a card. The test card behind the
 * token determines how the payment ends.
 */
const cardNumbers = {
  sbx_wallet_succeeds: '4242424242424242',
  sbx_wallet_declined: '4000000000000002',
} as const;

/** The name by which the processor's API calls the wallet. */
export const sandboxPay = 'sandbox_pay';

export type WalletToken = keyof typeof cardNumbers;

export const walletTokens = Object.keys(cardNumbers) as WalletToken[];

/** Returns the card behind a wallet's token. Only the processor knows it. */
export function cardOfWallet(token: WalletToken, now: Date): CardDetails {
  return { number: cardNumbers[token], expMonth: 12, expYear: now.getUTCFullYear() + 3, cvc: '000' };
}
