/** The texts of the 3-D Secure frame. */
export interface ChallengeTexts {
  /** Title of the dialog. */
  readonly challengeTitle: string;
  /** Link to the same page without the frame. */
  readonly challengeOnPage: string;
  readonly challengeClose: string;
}

export const englishChallengeTexts: ChallengeTexts = {
  challengeTitle: 'Confirm the payment with your bank',
  challengeOnPage: 'Open on a separate page',
  challengeClose: 'Close',
};
