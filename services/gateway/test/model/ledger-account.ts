import type { Money } from '@kassa/contracts';
import type { PaymentResult } from '../../src/domain/attempt/payment-attempt.ts';

/** The kind of processor behind a channel. */
export interface Vendor {
  /**
   * Whether the vendor reports results by callback alone. Then it cannot be asked about anything, and cannot cancel a payment.
   * It gives each payment a reference of its own, and can take several payments for one attempt.
   */
  readonly isMute: boolean;
  /**
   * Whether the vendor books everything that it returned for a refund on the refund's first day, even what it returned later.
   */
  readonly booksOnFirstDay: boolean;
  /**
   * Whether the vendor, if it cannot be asked, names a refund made by hand when its money comes back. Otherwise, it names only
   * the payment and the amount.
   */
  readonly namesFailedRefunds: boolean;
}

/** What the parts of a channel's ledger know of their channel. */
export interface LedgerAccount {
  readonly channelId: string;
  readonly vendor: Vendor;
  /** By the IDs of their attempts. */
  readonly payments: ReadonlyMap<string, { readonly amount: Money; readonly result: PaymentResult | null }>;
  /** The channel's own clock, for its books. */
  readonly now: () => Date;
}

export function namedBy(paymentReference: string | null): { readonly paymentReference?: string } {
  return paymentReference === null ? {} : { paymentReference };
}
