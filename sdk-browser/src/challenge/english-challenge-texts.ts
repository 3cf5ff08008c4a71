// `npm run messages -w cashier-web` writes this file from cashier-web/messages/en.json.
import type { ChallengeTexts } from './challenge-texts.ts';

export const englishChallengeTexts: ChallengeTexts = {
  challengeTitle: 'Confirm the payment',
  challengeOnPage: 'Continue on the full page',
  challengeClose: 'Close',
};
