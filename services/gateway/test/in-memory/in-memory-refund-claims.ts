import type { RefundClaim, RefundClaims } from '../../src/ports/refund-claims.ts';

export class InMemoryRefundClaims implements RefundClaims {
  readonly #claims = new Map<string, RefundClaim>();

  async claim(merchantId: string, refundTransactionId: string, orderId: string): Promise<RefundClaim> {
    const key = keyOf(merchantId, refundTransactionId);
    const claim = this.#claims.get(key) ?? { orderId, epoch: 1 };
    this.#claims.set(key, claim);
    return claim;
  }

  async find(merchantId: string, refundTransactionId: string): Promise<RefundClaim | undefined> {
    return this.#claims.get(keyOf(merchantId, refundTransactionId));
  }

  async move(
    merchantId: string,
    refundTransactionId: string,
    from: RefundClaim,
    toOrderId: string,
  ): Promise<RefundClaim | 'lost'> {
    const key = keyOf(merchantId, refundTransactionId);
    const held = this.#claims.get(key);
    if (held?.orderId !== from.orderId || held.epoch !== from.epoch) return 'lost';
    const moved = { orderId: toOrderId, epoch: from.epoch + 1 };
    this.#claims.set(key, moved);
    return moved;
  }
}

function keyOf(merchantId: string, refundTransactionId: string): string {
  return JSON.stringify([merchantId, refundTransactionId]);
}
