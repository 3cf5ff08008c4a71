import type { Voucher } from './voucher.ts';
import { balanceMinor } from './voucher-ledger.ts';

/** One payment or refund in the processor's books of vouchers. */
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

/** The lines of a voucher in the books of a span of time, which includes its start and excludes its end. */
export function statementLines(voucher: Voucher, from: Date, to: Date): readonly VoucherStatementLine[] {
  const refunds = voucher.refunds.map((refund): VoucherStatementLine => {
    const { id, reference, amountMinor, currency, status, updatedAt: at } = refund;
    return { kind: 'refund', id, reference, amountMinor, currency, status, at };
  });
  return [...paymentLine(voucher), ...refunds].filter(({ at }) => at >= from && at < to);
}

/** A voucher without any money has no line: to the books it is no payment. */
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
