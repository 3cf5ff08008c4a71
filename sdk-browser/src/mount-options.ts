import type { Appearance } from './appearance.ts';
import type { Payment } from './payment.ts';
import type { CardFieldName } from './payment-events.ts';
import type { PaymentTexts } from './payment-texts.ts';

/** Appearance and texts of a payment form. */
export interface MountOptions {
  readonly appearance?: Appearance;
  /**
   * Draws the card form of `OWN_FORM` in your page itself, so that card numbers pass through it. By default, the gateway shows
   * the card fields in a frame, and no script of your page can read them.
   */
  readonly ownForm?: boolean;
  /**
   * Elements of your page, one for each card field. The gateway then shows each field in its element, in a separate frame. By
   * default, all fields are in one frame. Other forms, and the card form in your page itself, ignore this.
   */
  readonly fields?: Readonly<Record<CardFieldName, Element>> | undefined;
  /** The language of the processor's form, as a BCP 47 tag. The default is the checkout's language. */
  readonly locale?: string;
  /** Labels and messages of the card form, its frame and the 3-D Secure frame. Missing ones are in English. */
  readonly texts?: Partial<PaymentTexts>;
  /**
   * Called as soon as the consumer can fill in the form. With this option, a card form in your page itself (`ownForm`) appears
   * before the gateway has opened the attempt, so before `mount` resolves. Card fields in the gateway's frame appear early even
   * without this option. The payment can already be submitted then: it waits for the attempt. `onDrawn` is called again if the
   * gateway wants another form after all, which then replaces the first.
   */
  readonly onDrawn?: (payment: Payment) => void;
  /** Called when the consumer presses Enter in the form. By default, Enter calls `payment.submit()`. */
  readonly onEnter?: () => void;
  /**
   * Sends the consumer to the processor's page. By default, the whole window goes there. Return `false` if the page cannot be
   * left; `submit` then resolves with `blocked`.
   */
  readonly navigate?: (url: string) => unknown;
  /**
   * How to show the bank's 3-D Secure page. With `frame`, the page appears in a frame if possible. With `redirect`, the whole
   * window always goes to the page.
   */
  readonly challenge?: 'frame' | 'redirect';
  /** Aborting this signal stops loading the form and removes it from the page. */
  readonly signal?: AbortSignal;
}
