/** The order that a merchant's refund ID belongs to. An ID belongs to at most one order of its merchant. */
export interface RefundClaim {
  readonly orderId: string;
  /** Grows each time the refund ID moves to another order. */
  readonly epoch: number;
}

export interface RefundClaims {
  /** Claims the refund ID for the order unless it is claimed; returns the valid claim. */
  claim(merchantId: string, refundNumber: string, orderId: string): Promise<RefundClaim>;
  find(merchantId: string, refundNumber: string): Promise<RefundClaim | undefined>;
  /** Moves the refund ID to another order only if `from` is still valid; `lost` if another call was faster. */
  move(
    merchantId: string,
    refundNumber: string,
    from: RefundClaim,
    toOrderId: string,
  ): Promise<RefundClaim | 'lost'>;
}
