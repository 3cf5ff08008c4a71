/** Our own IDs, as every object that the gateway makes at Stripe carries them. */
export const ATTEMPT_KEY = 'kassa_attempt_id';
export const REFUND_KEY = 'kassa_refund_id';
