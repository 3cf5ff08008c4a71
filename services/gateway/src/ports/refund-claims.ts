/** Records to which order a merchant's refund ID belongs. A refund ID belongs to at most one order of its merchant. */
export interface RefundClaim {
  readonly orderId: string;
  /** Grows by one each time the refund ID is given to another order, so that calls under an earlier claim are recognised. */
  readonly epoch: number;
}

export interface RefundClaims {
  /** Claims the refund ID for the order, unless an order already has it. Returns the claim that now applies. */
  claim(merchantId: string, refundNumber: string, orderId: string): Promise<RefundClaim>;
  find(merchantId: string, refundNumber: string): Promise<RefundClaim | undefined>;
  /**
   * Gives the refund ID to another order, but only if the claim `from` still applies. Returns `lost` if another call was
   * faster.
   */
  move(
    merchantId: string,
    refundNumber: string,
    from: RefundClaim,
    toOrderId: string,
  ): Promise<RefundClaim | 'lost'>;
}
