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
    // The processor knows payments but not orders, so only the gateway knows that this is a second payment of an
    // order.
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

/** Triggers an event for the object with the channel reference. */
interface PulledClient {
  trigger(reference: string, what: string): Promise<ProcessorAnswer<unknown>>;
}
