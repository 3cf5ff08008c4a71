/**
 * The messages between Kassa's own pages and the browser SDK across windows and frames. The module has only
 * types: it adds nothing to a page, and a misspelled message does not compile.
 */

/** The messages from a framed hosted cashier to the page around it, which has one of the merchant's origins. */
export type CashierNews =
  | { readonly type: 'ready' }
  /** The frame height that shows the whole page, in CSS pixels. */
  | { readonly type: 'height'; readonly height: number }
  | { readonly type: 'result'; readonly outcome: 'paid' | 'failed' | 'expired'; readonly orderId: string };

/** The data of the message that carries the height. */
export type CashierMessage = CashierNews & { readonly source: 'kassa' };

/** The frame's name. It tells the service's return page after 3-D Secure that it is in a frame of the SDK. */
export type ChallengeFrameName = 'kassa-challenge';

/** The message of that page to the page around it. */
export type ChallengeReturned = 'kassa:returned';

/** Event of the document around the SDK's frame: the consumer closed the frame before the bank's page finished. */
export type ChallengeClosed = 'kassa-challenge-closed';

/** Appended to the part after `#` of a `pay_url`: the consumer comes back from a processor's page. */
export type ReturnedMark = '&returned=1';

/** The same, if the page around the frame decides where to go after the payment. */
export type NoAutoReturnMark = '&auto_return=0';
