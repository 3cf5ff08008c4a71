import { type AttentionFailure, type ParkedWork, planAttention } from '../../src/domain/parked-work.ts';
import {
  type CallbackIdentity,
  type CallbackInbox,
  callbackIdAmongAll,
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
    });
    return 'kept';
  }

  async markApplied(callback: ReceivedCallback, now: Date): Promise<void> {
    const seen = this.#callbacks.get(keyOf(callback));
    if (seen !== undefined) this.#callbacks.set(keyOf(callback), { ...seen, appliedAt: now, parked: null });
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
      .filter(({ since, appliedAt, parked }) => appliedAt === null && parked === null && since <= before)
      .sort((left, right) => left.since.getTime() - right.since.getTime())
      .slice(0, limit)
      .map(({ callback }) => callback);
  }

  async putOff(callback: ReceivedCallback, failure: AttentionFailure, now: Date): Promise<ParkedWork | null> {
    const seen = this.#callbacks.get(keyOf(callback));
    if (seen === undefined || seen.appliedAt !== null || seen.parked !== null) return null;
    const plan = planAttention(seen.failures, failure, now);
    const next = plan.kind === 'park' ? { parked: plan.parked } : { failures: plan.failures, since: plan.at };
    this.#callbacks.set(keyOf(callback), { ...seen, ...next });
    return plan.kind === 'park' ? plan.parked : null;
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
}

function keyOf(callback: CallbackIdentity): string {
  return JSON.stringify([callback.channelId, callback.callbackId]);
}
