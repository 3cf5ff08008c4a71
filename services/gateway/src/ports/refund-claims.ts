/** Which order a merchant's refund number belongs to; unique per merchant across all its orders. */
export interface RefundClaim {
  readonly orderId: string;
  /** Grows each time the number moves to another order. */
  readonly epoch: number;
}

export interface RefundClaims {
  /** Claims the number for the order unless it is claimed; answers the claim that holds. */
  claim(merchantId: string, refundNumber: string, orderId: string): Promise<RefundClaim>;
  find(merchantId: string, refundNumber: string): Promise<RefundClaim | undefined>;
  /** Moves the number to another order only if `from` still holds; `lost` when somebody was faster. */
  move(
    merchantId: string,
    refundNumber: string,
    from: RefundClaim,
    toOrderId: string,
  ): Promise<RefundClaim | 'lost'>;
}
