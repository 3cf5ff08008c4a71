import type { Appearance } from './appearance.ts';
import type { PaymentTexts } from './payment-texts.ts';

/** Appearance and texts of a payment form. */
export interface MountOptions {
  readonly appearance?: Appearance;
  /** Language of the processor's form, as a BCP 47 tag; defaults to the checkout's language. */
  readonly locale?: string;
  /** Labels and messages of the card form and the 3-D Secure frame; missing ones are in English. */
  readonly texts?: Partial<PaymentTexts>;
  /** Called when the consumer presses Enter in the form; defaults to `payment.submit()`. */
  readonly onEnter?: () => void;
  /**
   * Sends the consumer to the processor's page; by default, the whole window goes there. Return `false` if that fails;
   * `submit` then resolves with `blocked`.
   */
  readonly navigate?: (url: string) => unknown;
  /** `redirect` leaves the page for 3-D Secure even if a frame could show it. */
  readonly challenge?: 'frame' | 'redirect';
  /** Stops loading the form and removes it from the page. */
  readonly signal?: AbortSignal;
}
