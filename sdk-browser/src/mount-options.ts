import type { Appearance } from './appearance.ts';
import type { PaymentTexts } from './payment-texts.ts';

/** How a payment form looks and what it says. */
export interface MountOptions {
  readonly appearance?: Appearance;
  /** Language of the processor's form, as a BCP 47 tag; that of the checkout unless given. */
  readonly locale?: string;
  /** Labels and messages of the card form and of the frame for 3-D Secure; English where one is missing. */
  readonly texts?: Partial<PaymentTexts>;
  /** Called when the consumer presses Enter in the form; `payment.submit()` unless given. */
  readonly onEnter?: () => void;
  /**
   * Takes the consumer to the processor's page; the whole window is sent there unless given. Returning `false`
   * says that it could not: then `submit` resolves with `blocked`.
   */
  readonly navigate?: (url: string) => unknown;
  /** `redirect` leaves the page for 3-D Secure even where it could be shown in a frame over it. */
  readonly challenge?: 'frame' | 'redirect';
  /** Stops the loading of the form and takes it off the page. */
  readonly signal?: AbortSignal;
}
