export interface Clock {
  /** Business time: orders, refunds, the webhook ladder. */
  now(): Date;
  /** Real time: request timestamps and nonces, which are never moved. */
  realNow(): Date;
}
