/** Why money went back to the payer: it was a surplus, the voucher had ended, or the shop refunded it. */
export type ReturnReason = 'surplus' | 'voucher_ended' | 'refund';

/** One movement of money on a voucher's account. Movements are only added, never changed. */
export type Movement =
  | { readonly kind: 'received'; readonly amountMinor: number; readonly at: Date }
  | {
      readonly kind: 'returned';
      readonly amountMinor: number;
      readonly reason: ReturnReason;
      /** The refund that this movement carries out; null for money that the processor returns by itself. */
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

/** The ledger with money sent back; the same ledger where there is no money to send. */
export function withReturn(
  ledger: readonly Movement[],
  amountMinor: number,
  reason: ReturnReason,
  at: Date,
  refundId: string | null = null,
): readonly Movement[] {
  return amountMinor === 0 ? ledger : [...ledger, { kind: 'returned', amountMinor, reason, refundId, at }];
}
