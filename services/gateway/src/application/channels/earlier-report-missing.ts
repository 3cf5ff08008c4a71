/**
 * Thrown if a channel's report cannot be applied to its order yet, because an earlier report about the order is missing. The
 * missing report is about the payment's success, or about the channel's reference of a refund. This report has to be applied
 * again later.
 */
export class EarlierReportMissing extends Error {
  override readonly name = 'EarlierReportMissing';
  /** Null if the gateway does not know which order the report concerns, or whether the report belongs to another deployment. */
  readonly orderId: string | null;

  /** The channel's reference of the payment that the gateway does not know yet; undefined if another report is missing. */
  readonly paymentReference: string | undefined;

  constructor(orderId: string | null, reason: string, paymentReference?: string) {
    super(`not applied${orderId === null ? '' : ` to ${orderId}`}: ${reason}`);
    this.orderId = orderId;
    this.paymentReference = paymentReference;
  }
}
