import type { BrowserFiles } from '../browser-files.ts';
import type { Payment } from '../domain/payment.ts';
import type { Timing } from '../domain/timing.ts';
import type { Voucher } from '../domain/voucher.ts';
import type { PaymentBooks } from '../store/payment-books.ts';
import type { PaymentStore } from '../store/payment-store.ts';
import type { RefundClaims } from '../store/refund-claims.ts';
import type { VoucherStore } from '../store/voucher-store.ts';

/** What every operation needs. */
export interface ProcessorContext {
  readonly payments: PaymentStore;
  readonly refundClaims: RefundClaims;
  readonly books: PaymentBooks;
  readonly vouchers: VoucherStore;
  readonly timing: Timing;
  readonly publicBaseUrl: string;
  /** The public key with which shops' pages start the browser library. It only identifies the merchant, and is not secret. */
  readonly publicKey: string;
  readonly browserFiles: BrowserFiles;
  now(): Date;
  /** Tells the callback worker about a payment that was changed and stored, so that it sends the callbacks. */
  wake(payment: Payment): void;
  /** Does the same for a voucher. */
  wakeVoucher(voucher: Voucher): void;
}
