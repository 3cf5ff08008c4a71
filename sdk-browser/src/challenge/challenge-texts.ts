/** The texts of the 3-D Secure frame. */
export interface ChallengeTexts {
  /** Title of the dialog. */
  readonly challengeTitle: string;
  /** Link to the same page without the frame. */
  readonly challengeOnPage: string;
  readonly challengeClose: string;
}
