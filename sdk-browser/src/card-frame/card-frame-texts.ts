/** The texts of the card fields that the gateway shows in a frame, beyond those of the card form. */
export interface CardFrameTexts {
  /** The frame's title, for screen readers. */
  readonly cardFields: string;
  /** Shown at the security code if the bank refused it. */
  readonly securityCodeWrong: string;
}
