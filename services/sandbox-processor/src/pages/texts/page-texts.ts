import type { PaymentStatus } from '../../domain/payment-status.ts';
import type { VoucherStatus } from '../../domain/voucher-status.ts';

/** The texts of the processor's pages, in one language. Names such as Sandbox Wallet and 3-D Secure are not translated. */
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
    /** Says that a part of the voucher's amount has arrived. The arrived amount replaces `{amount}`. */
    readonly partlyPaid: string;
    readonly recipient: string;
    readonly transferReference: string;
    readonly amount: string;
    readonly until: string;
    readonly copy: string;
    readonly copied: string;
    readonly cancel: string;
    readonly testBank: string;
    /** Says that a voucher needs no transfer, because it is paid, cancelled or expired. */
    readonly standing: Readonly<Record<Exclude<VoucherStatus, 'open'>, string>>;
    readonly moneyGoesBack: string;
  };
  /** The label of the pay button. The amount with its currency replaces `{amount}`. */
  readonly pay: string;
  readonly returnsTo: string;
  readonly reference: string;
  /** The word "card". It labels the line that shows the card, and names a card whose brand is unknown. */
  readonly card: string;
  /**
   * The texts that say how a payment ended, one for each status. The page shows such a text once the payer has nothing left to
   * decide.
   */
  readonly standing: Readonly<Record<PaymentStatus, string>>;
  readonly backToShop: string;
  readonly unknownLink: { readonly title: string; readonly heading: string; readonly explanation: string };
}
