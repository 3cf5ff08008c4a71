import type { Payment } from './payment.ts';

/**
 * What the browser library needs to open a payment's card form. The library imitates Stripe and Adyen, which use different
 * words. `client_secret` is Stripe's, `session` is Adyen's.
 */
export type ClientAccess =
  | { readonly kind: 'client_secret'; readonly clientSecret: string }
  | { readonly kind: 'session'; readonly id: string; readonly data: string };

/** Returns what the payer's browser needs to confirm a payment. Null if the shop's server confirms the payment. */
export function clientAccessOf(payment: Payment): ClientAccess | null {
  if (payment.client === null || payment.clientToken === null) return null;
  switch (payment.client) {
    case 'element':
      return { kind: 'client_secret', clientSecret: `${payment.id}_secret_${payment.clientToken}` };
    case 'component':
      return {
        kind: 'session',
        id: payment.id.replace('_pay_', '_ses_'),
        data: `${payment.id}_session_${payment.clientToken}`,
      };
  }
}

/**
 * Returns the secret with which the payer's browser proves that it may confirm the payment: the client secret (as at Stripe),
 * or the session data (as at Adyen). Null if the shop's server confirms the payment.
 */
export function clientCredentialOf(payment: Payment): string | null {
  const access = clientAccessOf(payment);
  if (access === null) return null;
  return access.kind === 'session' ? access.data : access.clientSecret;
}
