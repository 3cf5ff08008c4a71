// `npm run messages -w cashier-web` writes this file from cashier-web/messages/en.json.
import type { ChallengeTexts } from './challenge-texts.ts';

export const englishChallengeTexts: ChallengeTexts = {
  challengeTitle: 'Confirm your payment',
  challengeOnPage: 'Open in full page',
  challengeClose: 'Close',
};
