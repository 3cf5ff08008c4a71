/** What happened when the consumer submitted the payment. The page must act on each outcome. */
export type SubmitOutcome =
  /** The form is incomplete or invalid. The first invalid field has the focus and shows what is wrong. */
  | { readonly status: 'invalid' }
  /** The consumer is being sent to the processor's page. */
  | { readonly status: 'redirecting'; readonly url: string }
  /**
   * The consumer must go to another page, but this page is in a frame, and the page around it forbids leaving. Show the address
   * as a link with `target="_blank"`. The payment continues in the new tab, and its `result` event arrives on this page.
   */
  | { readonly status: 'blocked'; readonly url: string }
  /** The attempt was submitted. The `result` event reports the result later, or has already done so. */
  | { readonly status: 'submitted' };
