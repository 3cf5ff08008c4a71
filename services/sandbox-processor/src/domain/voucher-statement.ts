import type { Voucher } from './voucher.ts';
import { balanceMinor } from './voucher-ledger.ts';

/** A line of the processor's books about a voucher: its payment, or one of its refunds. */
export interface VoucherStatementLine {
  readonly kind: 'payment' | 'refund';
  readonly id: string;
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
  /** When it reached that status. */
  readonly at: Date;
}

/** Returns the lines of a voucher in the processor's books for a span of time. The span includes `from`, but not `to`. */
export function statementLines(voucher: Voucher, from: Date, to: Date): readonly VoucherStatementLine[] {
  const refunds = voucher.refunds.map((refund): VoucherStatementLine => {
    const { id, reference, amountMinor, currency, status, updatedAt: at } = refund;
    return { kind: 'refund', id, reference, amountMinor, currency, status, at };
  });
  return [...paymentLine(voucher), ...refunds].filter(({ at }) => at >= from && at < to);
}

/** Returns the line for the payment of a voucher. There is none while the voucher is open and no money has arrived. */
function paymentLine(voucher: Voucher): readonly VoucherStatementLine[] {
  const { id, reference, amountMinor, currency, ledger } = voucher;
  const line = { kind: 'payment', id, reference, amountMinor, currency } as const;
  switch (voucher.status) {
    case 'open': {
      const at = ledger.at(-1)?.at;
      return at === undefined || balanceMinor(ledger) === 0 ? [] : [{ ...line, status: 'pending', at }];
    }
    case 'paid':
      return [{ ...line, status: 'succeeded', at: voucher.statusAt }];
    case 'cancelled':
    case 'expired':
      return [{ ...line, status: 'cancelled', at: voucher.statusAt }];
  }
}
