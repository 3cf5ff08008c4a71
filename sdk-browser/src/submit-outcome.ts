/** The outcome of a submit that the page must act on. */
export type SubmitOutcome =
  /** The form is incomplete or invalid; the field shows the reason and has the focus. */
  | { readonly status: 'invalid' }
  /** The consumer is being sent to the processor's page. */
  | { readonly status: 'redirecting'; readonly url: string }
  /**
   * The page around this one forbids leaving the frame. Offer the address as a link with `target="_blank"`: the payment
   * continues there, and the `result` event follows here.
   */
  | { readonly status: 'blocked'; readonly url: string }
  /** The service has the payment; the `result` event follows or has already been sent. */
  | { readonly status: 'submitted' };
