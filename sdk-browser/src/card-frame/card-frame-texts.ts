/**
 * The texts that are needed only if the card form is in the gateway's frame, in addition to the texts of the card form itself.
 */
export interface CardFrameTexts {
  /** The frame's title, for screen readers. */
  readonly cardFields: string;
  /** The message at the security code field if the bank refused the security code. */
  readonly securityCodeWrong: string;
}
