import type { EndedTry } from '../domain/attempt/ended-tries.ts';
import type { Milestone } from '../domain/order/milestones.ts';
import type { CallbackReading } from './channel-callback.ts';

/** Counts what happens to payments, for operators. */
export interface PaymentMeter {
  tryEnded(outcome: EndedTry['outcome']): void;
  /** @param sign what the refused payment has in common with many declined ones */
  tryRefused(sign: CardTestingSign): void;
  reached(milestone: Milestone): void;
  /** @param result how the gateway read the callback, for example `forged` */
  callbackRead(channelId: string, result: CountedReading): void;
}

/** How a callback was read. A callback that is `too_large` is not read. */
export type CountedReading = CallbackReading['kind'] | 'too_large';

/** What many declined tries have in common. */
export type CardTestingSign = 'address' | 'device' | 'merchant';
