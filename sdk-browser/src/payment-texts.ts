import type { CardFrameTexts } from './card-frame/card-frame-texts.ts';
import type { ChallengeTexts } from './challenge/challenge-texts.ts';
import type { CardFormTexts } from './renderers/card-form-texts.ts';

/**
 * All texts that the SDK shows to the consumer. The texts of the gateway's card frame are optional, because a page that draws
 * the card form itself does not use that frame.
 */
export interface PaymentTexts extends CardFormTexts, ChallengeTexts, Partial<CardFrameTexts> {}
