/**
 * The messages that Kassa's own pages and the browser SDK exchange across windows and frames. This module holds only types, so
 * it adds no code to a page, and a misspelled message does not compile.
 */

/** The messages that the hosted cashier, shown in a frame, sends to the merchant's page around the frame. */
export type CashierUpdate =
  | { readonly type: 'ready' }
  /** The height in CSS pixels at which the frame shows the whole cashier. */
  | { readonly type: 'height'; readonly height: number }
  | { readonly type: 'result'; readonly outcome: 'paid' | 'failed' | 'expired'; readonly orderId: string };

/**
 * A message that the cashier in a frame posts to the page around it. The member `source` distinguishes it from messages of
 * other programs.
 */
export type CashierMessage = CashierUpdate & { readonly source: 'kassa' };

/**
 * The name of the frame in which the browser SDK shows the bank's 3-D Secure page. When the bank sends the consumer back, the
 * gateway's return page learns from this name that it is inside that frame.
 */
export type ChallengeFrameName = 'kassa-challenge';

/**
 * The message with which the gateway's return page, shown in the SDK's 3-D Secure frame, tells the page around it that the
 * consumer is back from the bank.
 */
export type ChallengeReturned = 'kassa:returned';

/** DOM event with which the SDK reports that the consumer closed the 3-D Secure frame before the bank's page finished. */
export type ChallengeClosed = 'kassa-challenge-closed';

/**
 * A parameter at the end of the fragment (the part after `#`) of a `pay_url`. It tells the cashier that the consumer has come
 * back from a processor's page.
 */
export type ReturnedMark = '&returned=1';

/**
 * A parameter at the end of the fragment (the part after `#`) of a `pay_url`. It tells a cashier shown in a frame not to return
 * to the shop by itself, because the page around the frame decides where the consumer goes after the payment.
 */
export type NoAutoReturnMark = '&auto_return=0';

/**
 * Parameters by which a page can make the cashier in its frame look like the page. They are added to the fragment (the part
 * after `#`) of the `pay_url`, before `NoAutoReturnMark`.
 */
export interface FrameLook {
  readonly color_scheme?: 'light' | 'dark' | undefined;
  /** BCP 47 tag of the language in which the cashier opens. */
  readonly locale?: string | undefined;
  /** The accent colour as `#rrggbb`. The cashier uses it in place of the merchant's own colour. */
  readonly accent_color?: string | undefined;
  /** CSS length. */
  readonly radius?: string | undefined;
  /** CSS `font-family`. */
  readonly font?: string | undefined;
}
