/** The reason why money went back to the payer: there was a surplus, the voucher had ended, or the shop refunded it. */
export type ReturnReason = 'surplus' | 'voucher_ended' | 'refund';

/** A movement of money on the account of a voucher. Movements are only added, and never changed. */
export type Movement =
  | { readonly kind: 'received'; readonly amountMinor: number; readonly at: Date }
  | {
      readonly kind: 'returned';
      readonly amountMinor: number;
      readonly reason: ReturnReason;
      /** The ID of the refund that caused this movement. Null if the processor returned the money without a refund. */
      readonly refundId: string | null;
      readonly at: Date;
    };

/** The money on the account now. */
export function balanceMinor(ledger: readonly Movement[]): number {
  return ledger.reduce(
    (balance, { kind, amountMinor }) => (kind === 'received' ? balance + amountMinor : balance - amountMinor),
    0,
  );
}

/** Adds to the ledger that money went back to the payer. With an amount of zero, the ledger stays unchanged. */
export function withReturn(
  ledger: readonly Movement[],
  amountMinor: number,
  reason: ReturnReason,
  at: Date,
  refundId: string | null = null,
): readonly Movement[] {
  return amountMinor === 0 ? ledger : [...ledger, { kind: 'returned', amountMinor, reason, refundId, at }];
}
