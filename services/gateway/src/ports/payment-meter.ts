import type { EndedTry } from '../domain/attempt/ended-tries.ts';
import type { Milestone } from '../domain/order/milestones.ts';
import type { CallbackReading } from './channel-callback.ts';

/** Counts what happens to payments, for operators. */
export interface PaymentMeter {
  tryEnded(outcome: EndedTry['outcome']): void;
  /** @param sign what the refused try has in common with many declined ones */
  tryRefused(sign: CardTestingSign): void;
  reached(milestone: Milestone): void;
  /** @param result what a call to a channel's callback address turned out to be */
  callbackRead(channelId: string, result: CallbackReading['kind']): void;
}

/** What many declined tries have in common. */
export type CardTestingSign = 'address' | 'device' | 'merchant';
