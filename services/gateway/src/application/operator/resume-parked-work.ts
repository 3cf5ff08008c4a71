import { isOrderId } from '../../domain/order/order-identifiers.ts';
import type { CallbackInbox } from '../../ports/callback-inbox.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OrderRepository } from '../../ports/order-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Lets parked work be tried again, after what made it fail was mended. */
export class ResumeParkedWork {
  readonly #orders: OrderRepository;
  readonly #inbox: CallbackInbox;
  readonly #clock: Clock;

  constructor(deps: { orders: OrderRepository; inbox: CallbackInbox; clock: Clock }) {
    this.#orders = deps.orders;
    this.#inbox = deps.inbox;
    this.#clock = deps.clock;
  }

  /** @param caseId an order's ID, or a callback's as its case shows it */
  async execute(caseId: string): Promise<{ readonly kind: 'resumed' } | Refusal> {
    return (await this.#resume(caseId)) === 'resumed'
      ? { kind: 'resumed' }
      : refuse('CASE_NOT_FOUND', `Nothing is parked under ${caseId}. It may have gone on by itself.`);
  }

  #resume(caseId: string): Promise<'resumed' | 'not_parked'> {
    if (isOrderId(caseId)) return this.#orders.resume(caseId, this.#clock.now());
    const [channelId = '', ...rest] = caseId.split(':');
    return this.#inbox.resume({ channelId, callbackId: rest.join(':') }, this.#clock.realNow());
  }
}
