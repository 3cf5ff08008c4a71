/**
 * The texts that are needed only if the card form is in the gateway's frame, in addition to the texts of the card form itself.
 */
export interface CardFrameTexts {
  /** The frame's title, for screen readers. */
  readonly cardFields: string;
  /** Shown at the security code if the bank refused it. */
  readonly securityCodeWrong: string;
}
