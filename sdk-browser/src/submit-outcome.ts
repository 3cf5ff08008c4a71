/** What became of a submission, as far as the page has to act on it. */
export type SubmitOutcome =
  /** Something is missing or wrong in the form; the field says what and has the focus. */
  | { readonly status: 'invalid' }
  /** The consumer is on the way to the processor's page. */
  | { readonly status: 'redirecting'; readonly url: string }
  /**
   * The page around this one forbids to leave the frame. Offer the address as a link with `target="_blank"`:
   * the payment goes on there, and the `result` event follows here.
   */
  | { readonly status: 'blocked'; readonly url: string }
  /** The service has it; the `result` event follows, or came already. */
  | { readonly status: 'submitted' };
