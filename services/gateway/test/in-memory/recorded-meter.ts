import type { CardTestingSign, PaymentMeter } from '../../src/ports/payment-meter.ts';

/** Records what is counted, in the sequence in which it happened. */
export class RecordedMeter implements PaymentMeter {
  readonly ended: string[] = [];
  readonly refused: CardTestingSign[] = [];

  tryEnded(outcome: string): void {
    this.ended.push(outcome);
  }

  tryRefused(sign: CardTestingSign): void {
    this.refused.push(sign);
  }
}
