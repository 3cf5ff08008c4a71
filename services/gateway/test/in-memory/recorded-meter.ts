import type { Milestone } from '../../src/domain/order/milestones.ts';
import type { CardTestingSign, PaymentMeter } from '../../src/ports/payment-meter.ts';

/** Records what is counted, in the sequence in which it happened. */
export class RecordedMeter implements PaymentMeter {
  readonly ended: string[] = [];
  readonly refused: CardTestingSign[] = [];
  readonly milestones: Milestone[] = [];
  readonly callbacks: string[] = [];

  tryEnded(outcome: string): void {
    this.ended.push(outcome);
  }

  tryRefused(sign: CardTestingSign): void {
    this.refused.push(sign);
  }

  reached(milestone: Milestone): void {
    this.milestones.push(milestone);
  }

  callbackRead(channelId: string, result: string): void {
    this.callbacks.push(`${channelId} ${result}`);
  }
}
