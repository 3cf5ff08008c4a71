import type { SandboxTrigger } from '@kassa/contracts';
import type { PaymentReference } from '../../../../ports/payment-channel.ts';
import type { SandboxTriggers, TriggerAnswer } from '../../../../ports/sandbox-triggers.ts';
import type { ProcessorAnswer } from './processor-connection.ts';

/** Calls the sandbox processor's triggers. */
export class ProcessorTriggers implements SandboxTriggers {
  readonly #client: PulledClient;

  constructor(client: PulledClient) {
    this.#client = client;
  }

  async pull({ opening }: PaymentReference, what: SandboxTrigger): Promise<TriggerAnswer> {
    // The sandbox processor does not know which payments belong to one order, so it has no trigger for a second payment. Use
    // its trigger `late_success` instead.
    const processorsWord = what === 'second_payment' ? 'late_success' : what;
    const answer = await this.#client.trigger(opening.channelReference, processorsWord);
    switch (answer.kind) {
      case 'ok':
        return { kind: 'pulled' };
      case 'refused':
        return answer.error.code === 'trigger_not_possible'
          ? { kind: 'not_possible', reason: answer.error.message }
          : { kind: 'unavailable', detail: `${answer.error.code} (${answer.httpStatus})` };
      case 'no_answer':
        return { kind: 'unavailable', detail: answer.detail };
    }
  }
}

/**
 * A client of the sandbox processor that can trigger an event for a payment or a voucher. `reference` is the channel's
 * reference of the payment or voucher.
 */
interface PulledClient {
  trigger(reference: string, what: string): Promise<ProcessorAnswer<unknown>>;
}
