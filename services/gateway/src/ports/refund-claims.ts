/** Records which of a merchant's orders has a refund ID. A refund ID belongs to at most one of them. */
export interface RefundClaim {
  readonly orderId: string;
  /**
   * The number of the claim. It grows by one each time the refund ID goes to another order. So a process can tell whether a
   * claim that it has read is still valid.
   */
  readonly epoch: number;
}

export interface RefundClaims {
  /**
   * Claims a refund ID for an order. If another of the merchant's orders already has the ID, that order keeps it. Returns the
   * claim of the order that has the ID now.
   */
  claim(merchantId: string, refundTransactionId: string, orderId: string): Promise<RefundClaim>;
  find(merchantId: string, refundTransactionId: string): Promise<RefundClaim | undefined>;
  /**
   * Gives a refund ID to another order. Returns `lost` and changes nothing if the claim `from` is no longer the current one,
   * because another call has already given the ID to another order.
   */
  move(
    merchantId: string,
    refundTransactionId: string,
    from: RefundClaim,
    toOrderId: string,
  ): Promise<RefundClaim | 'lost'>;
}
