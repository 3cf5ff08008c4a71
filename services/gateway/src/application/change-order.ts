import type { ChangeCause } from '../domain/order-change-record.ts';
import { recordChange } from '../domain/order-history.ts';
import type { Decision, PaymentOrder } from '../domain/payment-order.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { Clock } from '../ports/clock.ts';
import type { OrderRepository } from '../ports/order-repository.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import type { OrderWatch } from './order-watch.ts';
import type { RelayEvents } from './relay-events.ts';
import { TemporarilyUnavailable } from './temporarily-unavailable.ts';

/** Under a race of N writers the unluckiest decides N times; beyond this the caller is asked to come back. */
const MAX_TRIES = 128;

export type OrderChange<Verdict> =
  | { readonly kind: 'done'; readonly order: PaymentOrder; readonly verdict: Verdict }
  | { readonly kind: 'order_not_found' };

/**
 * The one way an order changes: load, decide purely, write naming the expected version; on conflict,
 * decide again on what is there now. Events that the change recorded leave right after it.
 */
export class ChangeOrder {
  readonly #orders: OrderRepository;
  readonly #relay: RelayEvents;
  readonly #watch: OrderWatch;
  /** In this process an order's writers take turns: racing, each would decide again for every other's write. */
  readonly #turns = new ConcurrencyLimit(1);
  readonly #alerts: Alerts;
  readonly #clock: Clock;

  constructor(deps: {
    orders: OrderRepository;
    relay: RelayEvents;
    watch: OrderWatch;
    alerts: Alerts;
    clock: Clock;
  }) {
    this.#alerts = deps.alerts;
    this.#clock = deps.clock;
    this.#orders = deps.orders;
    this.#relay = deps.relay;
    this.#watch = deps.watch;
  }

  /** Applies a decision that never refuses; tells whether it changed the order. */
  async apply(
    order: string | PaymentOrder,
    cause: ChangeCause,
    decide: (order: PaymentOrder) => Decision,
  ): Promise<OrderChange<'changed' | 'unchanged'>> {
    return this.decide(order, cause, (current) => {
      const decision = decide(current);
      return decision.kind === 'changed'
        ? { order: decision.order, verdict: 'changed' }
        : { verdict: 'unchanged' };
    });
  }

  /**
   * Applies a decision with a verdict of its own. Without an `order` in the result nothing is written.
   *
   * @param order its ID, or the order as it was just read: the first decision is then made on that, and
   *   the conditional write tells if it was outdated. A decision to write nothing is made on what is
   *   there now, because no write would tell.
   * @param cause for the order's history, which is written with the change
   * @throws {TemporarilyUnavailable} when other writers won every time
   */
  async decide<Verdict>(
    order: string | PaymentOrder,
    cause: ChangeCause,
    decide: (order: PaymentOrder) => { readonly order?: PaymentOrder; readonly verdict: Verdict },
  ): Promise<OrderChange<Verdict>> {
    const orderId = typeof order === 'string' ? order : order.orderId;
    return this.#turns.run(orderId, () => this.#decideInTurn(orderId, order, cause, decide));
  }

  async #decideInTurn<Verdict>(
    orderId: string,
    order: string | PaymentOrder,
    cause: ChangeCause,
    decide: (order: PaymentOrder) => { readonly order?: PaymentOrder; readonly verdict: Verdict },
  ): Promise<OrderChange<Verdict>> {
    let known = typeof order === 'string' ? undefined : order;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const isPerhapsOutdated = known !== undefined;
      const current: PaymentOrder | undefined = known ?? (await this.#orders.find(orderId));
      known = undefined;
      if (current === undefined) return { kind: 'order_not_found' };
      const { order: decided, verdict } = decide(current);
      if (decided === undefined && isPerhapsOutdated) continue;
      if (decided === undefined) return { kind: 'done', order: current, verdict };
      const next = recordChange(current, decided, { cause, at: this.#clock.now() });
      if ((await this.#orders.save(next)) === 'saved') {
        this.#watch.orderChanged(next);
        this.#announceSetAside(current, next);
        if (next.outbox.length > 0) this.#relay.relaySoon(next);
        return { kind: 'done', order: next, verdict };
      }
    }
    throw new TemporarilyUnavailable(`order ${orderId} is changed by too many at once`);
  }

  /** Whatever way a report about a refund or a dispute came, an operator hears that it was set aside. */
  #announceSetAside(before: PaymentOrder, { orderId, quarantine }: PaymentOrder): void {
    for (const result of quarantine.slice(before.quarantine.length)) {
      // Whoever applies a payment's result announces it.
      if (result.subject === undefined) continue;
      this.#alerts.raise({ kind: 'result_quarantined', orderId, attemptId: result.attemptId, result });
    }
  }
}
