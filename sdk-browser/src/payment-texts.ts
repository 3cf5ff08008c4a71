import type { CardFrameTexts } from './card-frame/card-frame-texts.ts';
import type { ChallengeTexts } from './challenge/challenge-texts.ts';
import type { CardFormTexts } from './renderers/card-form-texts.ts';

/** All texts that the SDK shows to the consumer. */
export interface PaymentTexts extends CardFormTexts, CardFrameTexts, ChallengeTexts {}
