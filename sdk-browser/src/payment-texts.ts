import type { ChallengeTexts } from './challenge/challenge-texts.ts';
import type { CardFormTexts } from './renderers/card-form-texts.ts';

/** Everything the SDK says to the consumer. */
export interface PaymentTexts extends CardFormTexts, ChallengeTexts {}
