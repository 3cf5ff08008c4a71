import type { EndedTry } from '../domain/attempt/ended-tries.ts';

/** Counts consumers' tries to pay by outcome, for operators. */
export interface PaymentMeter {
  tryEnded(outcome: EndedTry['outcome']): void;
  /** @param sign what the refused try has in common with many declined ones */
  tryRefused(sign: CardTestingSign): void;
}

/** What many declined tries have in common. */
export type CardTestingSign = 'address' | 'device' | 'merchant';
