import type { PaymentMethod } from '@kassa/contracts';
import type { MountOptions } from '../mount-options.ts';

/** Appearance and behaviour of the buttons for wallets. */
export interface ExpressOptions extends Pick<MountOptions, 'appearance' | 'locale' | 'signal'> {
  /** The order's payment methods, if the page has read them already. Otherwise the SDK asks for them. */
  readonly methods?: readonly PaymentMethod[];
  /** The height of the buttons in CSS pixels, from 40 to 55. The default is 44. */
  readonly buttonHeight?: number;
  /**
   * Called if the gateway refuses a payment that the consumer has approved in the wallet. The argument is an error that
   * `payment.submit()` could also throw. The consumer has paid nothing and can try again, or choose another method.
   */
  readonly onError?: (error: unknown) => void;
}

/** The buttons for wallets, in the page. */
export interface ExpressButtons {
  /** The code of the payment method with which the wallets pay. */
  readonly methodCode: string;
  /** The wallets, by the names of the processor's library, such as `applePay`, `googlePay` and `link`. */
  readonly wallets: readonly string[];
  /** Removes the buttons from the page. A payment that was approved continues. */
  unmount(): void;
}
