import type { PaymentStatus } from '../../domain/payment-status.ts';
import type { VoucherStatus } from '../../domain/voucher-status.ts';

/** The texts of the processor's pages in one language. Names such as Sandbox Wallet and 3-D Secure are not translated. */
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
    /** Says that a part of the amount has arrived. `{amount}` stands for that part. */
    readonly partlyPaid: string;
    readonly recipient: string;
    readonly transferReference: string;
    readonly amount: string;
    readonly until: string;
    readonly copy: string;
    readonly copied: string;
    readonly cancel: string;
    readonly testBank: string;
    /** What the page says about a voucher that is paid, cancelled or expired, so that no transfer is needed. */
    readonly standing: Readonly<Record<Exclude<VoucherStatus, 'open'>, string>>;
    readonly moneyGoesBack: string;
  };
  /** The label of the pay button. `{amount}` stands for the amount with its currency. */
  readonly pay: string;
  readonly returnsTo: string;
  readonly reference: string;
  /** The word "card". It names a card of an unknown brand, and labels the line that shows the card. */
  readonly card: string;
  /** What the page says about a payment when it has nothing left to ask, by the payment's status. */
  readonly standing: Readonly<Record<PaymentStatus, string>>;
  readonly backToShop: string;
  readonly unknownLink: { readonly title: string; readonly heading: string; readonly explanation: string };
}
