import {
  attemptStates,
  declineCategories,
  disputeStates,
  operatorCaseKinds,
  orderStates,
  refundStates,
} from '@kassa/contracts';
import { Counter, type Registry } from 'prom-client';
import type { Milestone } from '../../../domain/order/milestones.ts';
import type { CardTestingSign, CountedReading, PaymentMeter } from '../../../ports/payment-meter.ts';
import { zeroCounter } from './zero-counter.ts';

const signs: readonly CardTestingSign[] = ['address', 'device', 'merchant'];

/** Counts what happens to payments, for Prometheus. */
export class CountedPayments implements PaymentMeter {
  readonly #ended: Counter<'outcome'>;
  readonly #refused: Counter<'sign'>;
  readonly #states: Readonly<Record<Exclude<Milestone['subject'], 'case'>, Counter<'state'>>>;
  readonly #cases: Counter<'kind'>;
  readonly #callbacks: Counter<'channel' | 'result'>;

  constructor(registry: Registry) {
    this.#ended = zeroCounter(registry, {
      name: 'kassa_tries_to_pay_total',
      help: 'Consumers’ tries to pay that have ended, by outcome: succeeded, or the category of the failure.',
      label: 'outcome',
      values: ['succeeded', ...declineCategories],
    });
    this.#refused = zeroCounter(registry, {
      name: 'kassa_tries_refused_total',
      help: 'Consumers’ tries to pay that were refused because they look like card testing, by what they have in common.',
      label: 'sign',
      values: signs,
    });
    const states = (subject: string, values: readonly string[]) =>
      zeroCounter(registry, {
        name: `kassa_${subject}s_total`,
        help: `How many ${subject}s have entered a state.`,
        label: 'state',
        values,
      });
    this.#states = {
      order: states('order', orderStates),
      attempt: states('attempt', attemptStates),
      refund: states('refund', refundStates),
      dispute: states('dispute', disputeStates),
    };
    this.#cases = zeroCounter(registry, {
      name: 'kassa_cases_opened_total',
      help: 'Cases of orders that have opened for an operator, by kind.',
      label: 'kind',
      values: operatorCaseKinds.filter((kind) => !/_parked$/.test(kind)),
    });
    this.#callbacks = new Counter({
      name: 'kassa_callbacks_total',
      help: 'Calls to the callback addresses of channels, by result, such as genuine or forged.',
      labelNames: ['channel', 'result'],
      registers: [registry],
    });
  }

  tryEnded(outcome: Parameters<PaymentMeter['tryEnded']>[0]): void {
    this.#ended.inc({ outcome });
  }

  tryRefused(sign: CardTestingSign): void {
    this.#refused.inc({ sign });
  }

  reached(milestone: Milestone): void {
    if (milestone.subject === 'case') this.#cases.inc({ kind: milestone.kind });
    else this.#states[milestone.subject].inc({ state: milestone.state });
  }

  callbackRead(channel: string, result: CountedReading): void {
    this.#callbacks.inc({ channel, result });
  }
}
