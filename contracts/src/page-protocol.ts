/**
 * What Kassa's own pages and the browser SDK say to each other across windows and frames. Types only: a page loads
 * nothing for them, and whoever writes one of these words differently does not compile.
 */

/** What a hosted cashier in a frame tells the page around it, at one of the merchant's origins. */
export type CashierNews =
  | { readonly type: 'ready' }
  /** What the frame has to be for all of the page to be seen, in CSS pixels. */
  | { readonly type: 'height'; readonly height: number }
  | { readonly type: 'result'; readonly outcome: 'paid' | 'failed' | 'expired'; readonly orderId: string };

/** The data of the message that brings it. */
export type CashierMessage = CashierNews & { readonly source: 'kassa' };

/** By this name the page that a bank's 3-D Secure leads to knows that it is in a frame of the SDK. */
export type ChallengeFrameName = 'kassa-challenge';

/** What that page then tells the page around it. */
export type ChallengeReturned = 'kassa:returned';

/** Event of the document around the SDK's frame: the consumer closed it before the bank's page had led anywhere. */
export type ChallengeClosed = 'kassa-challenge-closed';

/** Appended to the part after `#` of a `pay_url`: the consumer comes back from a processor's page. */
export type ReturnedMark = '&returned=1';

/** The same, where the page around a frame decides itself where to go once it is paid. */
export type NoAutoReturnMark = '&auto_return=0';
