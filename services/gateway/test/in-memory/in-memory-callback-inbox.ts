import { tryAgainAt } from '../../src/domain/attention-backoff.ts';
import type { CallbackInbox, ReceivedCallback } from '../../src/ports/callback-inbox.ts';

export class InMemoryCallbackInbox implements CallbackInbox {
  readonly #callbacks = new Map<
    string,
    {
      readonly callback: ReceivedCallback;
      readonly isApplied: boolean;
      readonly since: Date;
      readonly failures: number;
    }
  >();

  async keep(callback: ReceivedCallback): Promise<'kept' | 'seen_unapplied' | 'seen_applied'> {
    const seen = this.#callbacks.get(keyOf(callback));
    if (seen !== undefined) return seen.isApplied ? 'seen_applied' : 'seen_unapplied';
    this.#callbacks.set(keyOf(callback), {
      callback,
      isApplied: false,
      since: callback.receivedAt,
      failures: 0,
    });
    return 'kept';
  }

  async markApplied(callback: ReceivedCallback): Promise<void> {
    const seen = this.#callbacks.get(keyOf(callback));
    if (seen !== undefined) this.#callbacks.set(keyOf(callback), { ...seen, isApplied: true });
  }

  async listUnapplied(before: Date, limit: number): Promise<readonly ReceivedCallback[]> {
    return [...this.#callbacks.values()]
      .filter(({ since, isApplied }) => !isApplied && since <= before)
      .sort((left, right) => left.since.getTime() - right.since.getTime())
      .slice(0, limit)
      .map(({ callback }) => callback);
  }

  async putOff(callback: ReceivedCallback, now: Date): Promise<void> {
    const seen = this.#callbacks.get(keyOf(callback));
    if (seen === undefined) return;
    const failures = seen.failures + 1;
    this.#callbacks.set(keyOf(callback), { ...seen, failures, since: tryAgainAt(failures, now) });
  }
}

function keyOf(callback: ReceivedCallback): string {
  return JSON.stringify([callback.channelType, callback.callbackId]);
}
