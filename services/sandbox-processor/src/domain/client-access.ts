import type { Payment } from './payment.ts';

/**
 * What the browser library needs to open a payment. Stripe and Adyen have different words for it, and each kind uses those of
 * the vendor that it imitates.
 */
export type ClientAccess =
  | { readonly kind: 'client_secret'; readonly clientSecret: string }
  | { readonly kind: 'session'; readonly id: string; readonly data: string };

/** What the payer's browser needs to confirm the payment. Null for a payment that no browser confirms. */
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

/** The secret with which a browser gets access to the payment: the client secret, or the data of the session. */
export function clientCredentialOf(payment: Payment): string | null {
  const access = clientAccessOf(payment);
  if (access === null) return null;
  return access.kind === 'session' ? access.data : access.clientSecret;
}
