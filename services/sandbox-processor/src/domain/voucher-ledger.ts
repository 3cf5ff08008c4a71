/** Why money went back to the payer: it was too much, the voucher had ended, or the shop refunded it. */
export type ReturnReason = 'surplus' | 'voucher_ended' | 'refund';

/** One movement of money on a voucher's account. The ledger only grows; a movement is never changed. */
export type Movement =
  | { readonly kind: 'received'; readonly amountMinor: number; readonly at: Date }
  | {
      readonly kind: 'returned';
      readonly amountMinor: number;
      readonly reason: ReturnReason;
      /** The refund that this movement pays. Null if the processor returned the money without a refund. */
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

/** The ledger with a return to the payer added. With an amount of zero, the ledger stays unchanged. */
export function withReturn(
  ledger: readonly Movement[],
  amountMinor: number,
  reason: ReturnReason,
  at: Date,
  refundId: string | null = null,
): readonly Movement[] {
  return amountMinor === 0 ? ledger : [...ledger, { kind: 'returned', amountMinor, reason, refundId, at }];
}
