import { type AttentionFailure, type ParkedWork, planAttention } from '../../src/domain/parked-work.ts';
import {
  type CallbackIdentity,
  type CallbackInbox,
  callbackIdAmongAll,
  type OrderUpdate,
  type ParkedCallback,
  type ReceivedCallback,
} from '../../src/ports/callback-inbox.ts';
import type { WaitingPosition } from '../../src/ports/order-repository.ts';
import { byWaiting } from './in-memory-orders.ts';

export class InMemoryCallbackInbox implements CallbackInbox {
  readonly #callbacks = new Map<
    string,
    {
      readonly callback: ReceivedCallback;
      readonly appliedAt: Date | null;
      readonly since: Date;
      readonly failures: number;
      readonly parked: ParkedWork | null;
      readonly waitsForOrder: string | null;
      readonly waitsForPayment: string | null;
    }
  >();

  async keep(callback: ReceivedCallback): Promise<'kept' | 'seen_unapplied' | 'seen_applied'> {
    const seen = this.#callbacks.get(keyOf(callback));
    if (seen !== undefined) return seen.appliedAt !== null ? 'seen_applied' : 'seen_unapplied';
    this.#callbacks.set(keyOf(callback), {
      callback,
      appliedAt: null,
      since: callback.receivedAt,
      failures: 0,
      parked: null,
      ...nothingAwaited,
    });
    return 'kept';
  }

  async markApplied(callback: ReceivedCallback, now: Date): Promise<void> {
    const seen = this.#callbacks.get(keyOf(callback));
    if (seen === undefined) return;
    this.#callbacks.set(keyOf(callback), { ...seen, appliedAt: now, parked: null, ...nothingAwaited });
  }

  async removeApplied(before: Date, limit: number): Promise<number> {
    const over = [...this.#callbacks]
      .filter(([, { appliedAt }]) => appliedAt !== null && appliedAt < before)
      .slice(0, limit);
    for (const [key] of over) this.#callbacks.delete(key);
    return over.length;
  }

  async listUnapplied(before: Date, limit: number): Promise<readonly ReceivedCallback[]> {
    return [...this.#callbacks.values()]
      .filter(({ since, appliedAt, parked }) => appliedAt === null && isTried(parked) && since <= before)
      .sort((left, right) => left.since.getTime() - right.since.getTime())
      .slice(0, limit)
      .map(({ callback }) => callback);
  }

  async putOff(callback: ReceivedCallback, failure: AttentionFailure, now: Date): Promise<ParkedWork | null> {
    const seen = this.#callbacks.get(keyOf(callback));
    if (seen === undefined || seen.appliedAt !== null || !isTried(seen.parked)) return null;
    const plan = planAttention(seen.failures, failure, now);
    if (plan.kind === 'park') {
      this.#callbacks.set(keyOf(callback), { ...seen, parked: plan.parked });
      return plan.parked;
    }
    const { at: since, failures, listed } = plan;
    const parked = listed ? { ...listed, since: seen.parked?.since ?? listed.since } : null;
    const { orderId = null, paymentReference = null } = failure.kind === 'waiting' ? failure : {};
    this.#callbacks.set(keyOf(callback), {
      ...seen,
      since,
      failures,
      parked: parked ?? seen.parked,
      waitsForOrder: orderId ?? seen.waitsForOrder,
      waitsForPayment: paymentReference ?? seen.waitsForPayment,
    });
    return seen.parked === null ? parked : null;
  }

  async failuresOf(callback: CallbackIdentity): Promise<number> {
    return this.#callbacks.get(keyOf(callback))?.failures ?? 0;
  }

  async isPaymentParked(channelId: string, paymentReference: string): Promise<boolean> {
    return [...this.#callbacks.values()].some(
      ({ parked, callback: { channelId: from, notification } }) =>
        parked !== null &&
        from === channelId &&
        notification.kind === 'payment' &&
        notification.result.kind === 'succeeded' &&
        notification.result.paymentReference === paymentReference,
    );
  }

  async listParked(after: WaitingPosition | null, limit: number): Promise<readonly ParkedCallback[]> {
    return [...this.#callbacks.values()]
      .flatMap(({ callback, parked }) =>
        parked === null ? [] : { callback, parked, since: parked.since, id: callbackIdAmongAll(callback) },
      )
      .filter((waiting) => after === null || byWaiting(waiting, after) > 0)
      .sort(byWaiting)
      .slice(0, limit)
      .map(({ callback, parked }) => ({ callback, parked }));
  }

  async resume(callback: CallbackIdentity, now: Date): Promise<'resumed' | 'not_parked'> {
    const seen = this.#callbacks.get(keyOf(callback));
    if (seen === undefined || seen.parked === null) return 'not_parked';
    this.#callbacks.set(keyOf(callback), { ...seen, parked: null, failures: 0, since: now });
    return 'resumed';
  }

  async settle(callback: CallbackIdentity, since: Date, now: Date): Promise<'settled' | 'not_parked'> {
    const seen = this.#callbacks.get(keyOf(callback));
    if (seen?.parked?.since.getTime() !== since.getTime()) return 'not_parked';
    this.#callbacks.set(keyOf(callback), { ...seen, appliedAt: now, parked: null, ...nothingAwaited });
    return 'settled';
  }

  async hastenWaiting({ orderId, paymentReferences }: OrderUpdate, now: Date): Promise<void> {
    for (const [key, waiting] of this.#callbacks) {
      const { waitsForOrder, waitsForPayment } = waiting;
      const isLater = waiting.appliedAt === null && waiting.since > now;
      const isAwaited =
        waitsForOrder === orderId ||
        (waitsForPayment !== null && paymentReferences.includes(waitsForPayment));
      if (isAwaited && isLater) this.#callbacks.set(key, { ...waiting, since: now });
    }
  }
}

const nothingAwaited = { waitsForOrder: null, waitsForPayment: null } as const;

/** Whether the gateway still tries to apply a callback. */
function isTried(parked: ParkedWork | null): boolean {
  return parked === null || parked.isStillTried === true;
}

function keyOf(callback: CallbackIdentity): string {
  return JSON.stringify([callback.channelId, callback.callbackId]);
}
