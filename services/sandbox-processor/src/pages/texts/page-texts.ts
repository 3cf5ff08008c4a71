import type { PaymentStatus } from '../../domain/payment-status.ts';
import type { VoucherStatus } from '../../domain/voucher-status.ts';

/**
 * The texts of the processor's pages for payers. Names such as Sandbox Wallet and 3-D Secure are not
 * translated.
 */
export interface PageTexts {
  readonly badge: string;
  readonly footer: string;
  readonly challenge: {
    readonly heading: string;
    readonly explanation: string;
    readonly approve: string;
    readonly fail: string;
  };
  readonly wallet: { readonly explanation: string; readonly refuse: string };
  readonly bank: { readonly explanation: string; readonly cancel: string };
  readonly voucher: {
    readonly heading: string;
    readonly explanation: string;
    /** `{amount}` is replaced by the amount that has arrived. */
    readonly partlyPaid: string;
    readonly recipient: string;
    readonly transferReference: string;
    readonly amount: string;
    readonly until: string;
    readonly copy: string;
    readonly copied: string;
    readonly cancel: string;
    readonly testBank: string;
    /** The state of a voucher that needs no transfer any more. */
    readonly standing: Readonly<Record<Exclude<VoucherStatus, 'open'>, string>>;
    readonly moneyGoesBack: string;
  };
  /** `{amount}` is replaced by the amount with its currency. */
  readonly pay: string;
  readonly returnsTo: string;
  readonly reference: string;
  /** A card of an unknown brand, and the line that names the card. */
  readonly card: string;
  /** The state of a payment whose page has nothing left to ask. */
  readonly standing: Readonly<Record<PaymentStatus, string>>;
  readonly backToShop: string;
  readonly unknownLink: { readonly title: string; readonly heading: string; readonly explanation: string };
}
