/**
 * Thrown if a channel's report cannot be applied to its order yet, because earlier news of the order is missing: the payment's
 * success, or the channel's reference of a refund. The report has to be applied again later.
 */
export class EarlierNewsMissing extends Error {
  override readonly name = 'EarlierNewsMissing';
  readonly orderId: string;

  constructor(orderId: string, reason: string) {
    super(`not applied to ${orderId}: ${reason}`);
    this.orderId = orderId;
  }
}
