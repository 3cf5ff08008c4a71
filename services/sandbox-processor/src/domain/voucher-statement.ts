import type { Voucher } from './voucher.ts';
import { balanceMinor } from './voucher-ledger.ts';

/** One payment or refund in the processor's books about vouchers. */
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

/** The voucher's lines in the books of a span of time, from `from` up to but without `to`. */
export function statementLines(voucher: Voucher, from: Date, to: Date): readonly VoucherStatementLine[] {
  const refunds = voucher.refunds.map((refund): VoucherStatementLine => {
    const { id, reference, amountMinor, currency, status, updatedAt: at } = refund;
    return { kind: 'refund', id, reference, amountMinor, currency, status, at };
  });
  return [...paymentLine(voucher), ...refunds].filter(({ at }) => at >= from && at < to);
}

/** The line of the voucher's payment. An open voucher for which no money has arrived has none. */
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
