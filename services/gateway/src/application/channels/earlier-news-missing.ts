/**
 * Thrown if a channel's report cannot be applied to its order yet, because earlier news of the order is missing: the payment's
 * success, or the channel's reference of a refund. The report has to be applied again later.
 */
export class EarlierNewsMissing extends Error {
  override readonly name = 'EarlierNewsMissing';
  /** Null if it is unknown which order the report concerns, or whether it concerns this gateway. */
  readonly orderId: string | null;

  /** The channel's reference of the payment that the gateway does not know yet; undefined if other news is missing. */
  readonly paymentReference: string | undefined;

  constructor(orderId: string | null, reason: string, paymentReference?: string) {
    super(`not applied${orderId === null ? '' : ` to ${orderId}`}: ${reason}`);
    this.orderId = orderId;
    this.paymentReference = paymentReference;
  }
}
