import { isOrderId } from '../../domain/order/order-identifiers.ts';
import type { CallbackInbox } from '../../ports/callback-inbox.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OrderRepository } from '../../ports/order-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';

interface Dependencies {
  readonly orders: OrderRepository;
  readonly inbox: CallbackInbox;
  readonly clock: Clock;
}

/** Lets parked work be tried again, after what made it fail was mended. */
export class ResumeParkedWork {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param caseId an order's ID, or a callback's as its case shows it */
  async execute(caseId: string): Promise<{ readonly kind: 'resumed' } | Refusal> {
    return (await this.#resume(caseId)) === 'resumed'
      ? { kind: 'resumed' }
      : refuse('CASE_NOT_FOUND', `Nothing is parked under ${caseId}. It may have gone on by itself.`);
  }

  #resume(caseId: string): Promise<'resumed' | 'not_parked'> {
    if (isOrderId(caseId)) return this.#deps.orders.resume(caseId, this.#deps.clock.now());
    const [channelId = '', ...rest] = caseId.split(':');
    return this.#deps.inbox.resume({ channelId, callbackId: rest.join(':') }, this.#deps.clock.realNow());
  }
}
