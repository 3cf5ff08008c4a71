import { Counter, type Registry } from 'prom-client';
import type { CardTestingSign, PaymentMeter } from '../../ports/payment-meter.ts';

/** Counts consumers' tries to pay by outcome, for Prometheus. */
export class CountedPayments implements PaymentMeter {
  readonly #ended: Counter<'outcome'>;
  readonly #refused: Counter<'sign'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#ended = new Counter({
      name: 'kassa_tries_to_pay_total',
      help: 'Consumers’ tries to pay that have ended, by outcome: succeeded, or the category of the failure.',
      labelNames: ['outcome'],
      registers,
    });
    this.#refused = new Counter({
      name: 'kassa_tries_refused_total',
      help: 'Consumers’ tries to pay that were refused because they look like card testing, by what they have in common.',
      labelNames: ['sign'],
      registers,
    });
  }

  tryEnded(outcome: Parameters<PaymentMeter['tryEnded']>[0]): void {
    this.#ended.inc({ outcome });
  }

  tryRefused(sign: CardTestingSign): void {
    this.#refused.inc({ sign });
  }
}
