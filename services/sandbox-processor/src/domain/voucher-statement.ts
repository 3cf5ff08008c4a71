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
  /** When it came to that status. */
  readonly at: Date;
}

/** What the books say of a voucher from the first moment of a span on, until before its last. */
export function statementLines(voucher: Voucher, from: Date, to: Date): readonly VoucherStatementLine[] {
  const refunds = voucher.refunds.map((refund): VoucherStatementLine => {
    const { id, reference, amountMinor, currency, status, updatedAt: at } = refund;
    return { kind: 'refund', id, reference, amountMinor, currency, status, at };
  });
  return [...paymentLine(voucher), ...refunds].filter(({ at }) => at >= from && at < to);
}

/** None of a voucher for which nothing has come yet: to the books it is no payment. */
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
