/** The outcome of a submit, on which the page must act. */
export type SubmitOutcome =
  /** The form is incomplete or invalid. The first wrong field shows the reason and has the focus. */
  | { readonly status: 'invalid' }
  /** The consumer is being sent to the processor's page. */
  | { readonly status: 'redirecting'; readonly url: string }
  /**
   * The page around this one forbids leaving the frame. Offer the address as a link with `target="_blank"`. The payment
   * continues there, and the `result` event arrives on this page.
   */
  | { readonly status: 'blocked'; readonly url: string }
  /** The gateway has the payment. The `result` event follows, or was already sent. */
  | { readonly status: 'submitted' };
