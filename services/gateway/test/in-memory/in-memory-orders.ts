import { tryAgainAt } from '../../src/domain/attention-backoff.ts';
import type { PaymentOrder } from '../../src/domain/payment-order.ts';
import { nextAttentionAt } from '../../src/domain/schedule.ts';
import type { OrderRepository } from '../../src/ports/order-repository.ts';

export class InMemoryOrders implements OrderRepository {
  readonly #orders = new Map<string, PaymentOrder>();
  /** Orders whose attention failed since they were last written. */
  readonly #putOff = new Map<string, { readonly failures: number; readonly until: Date }>();

  async insert(order: PaymentOrder): Promise<'inserted' | 'exists'> {
    if (this.#orders.has(order.orderId)) return 'exists';
    this.#orders.set(order.orderId, structuredClone(order));
    return 'inserted';
  }

  async find(orderId: string): Promise<PaymentOrder | undefined> {
    return structuredClone(this.#orders.get(orderId));
  }

  async save(order: PaymentOrder): Promise<'saved' | 'conflict'> {
    if (this.#orders.get(order.orderId)?.version !== order.version - 1) return 'conflict';
    this.#orders.set(order.orderId, structuredClone(order));
    this.#putOff.delete(order.orderId);
    return 'saved';
  }

  async forgetRelayedEvents(order: PaymentOrder, upToSequence: number): Promise<void> {
    const stored = this.#orders.get(order.orderId);
    if (stored === undefined || stored.version !== order.version) return;
    const outbox = stored.outbox.filter(({ sequence }) => sequence > upToSequence);
    this.#orders.set(order.orderId, { ...stored, outbox });
    this.#putOff.delete(order.orderId);
  }

  async listDue(now: Date, limit: number): Promise<readonly string[]> {
    return [...this.#orders.values()]
      .map((order) => ({ orderId: order.orderId, at: this.#attentionAt(order) }))
      .filter((due): due is { orderId: string; at: Date } => due.at !== null && due.at <= now)
      .sort((left, right) => left.at.getTime() - right.at.getTime())
      .slice(0, limit)
      .map(({ orderId }) => orderId);
  }

  async putOff(orderId: string, now: Date): Promise<void> {
    const order = this.#orders.get(orderId);
    const at = order && this.#attentionAt(order);
    if (!at || at > now) return;
    const failures = (this.#putOff.get(orderId)?.failures ?? 0) + 1;
    this.#putOff.set(orderId, { failures, until: tryAgainAt(failures, now) });
  }

  #attentionAt(order: PaymentOrder): Date | null {
    return this.#putOff.get(order.orderId)?.until ?? nextAttentionAt(order);
  }
}
