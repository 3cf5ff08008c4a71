import type { CallbackInbox, ReceivedCallback } from '../../src/ports/callback-inbox.ts';

export class InMemoryCallbackInbox implements CallbackInbox {
  readonly #callbacks = new Map<
    string,
    { readonly callback: ReceivedCallback; readonly isApplied: boolean }
  >();

  async keep(callback: ReceivedCallback): Promise<'kept' | 'seen_unapplied' | 'seen_applied'> {
    const seen = this.#callbacks.get(keyOf(callback));
    if (seen !== undefined) return seen.isApplied ? 'seen_applied' : 'seen_unapplied';
    this.#callbacks.set(keyOf(callback), { callback, isApplied: false });
    return 'kept';
  }

  async markApplied(callback: ReceivedCallback): Promise<void> {
    const seen = this.#callbacks.get(keyOf(callback));
    if (seen !== undefined) this.#callbacks.set(keyOf(callback), { ...seen, isApplied: true });
  }

  async listUnapplied(before: Date, limit: number): Promise<readonly ReceivedCallback[]> {
    return [...this.#callbacks.values()]
      .filter(({ callback, isApplied }) => !isApplied && callback.receivedAt <= before)
      .map(({ callback }) => callback)
      .sort((left, right) => left.receivedAt.getTime() - right.receivedAt.getTime())
      .slice(0, limit);
  }
}

function keyOf(callback: ReceivedCallback): string {
  return JSON.stringify([callback.channelType, callback.callbackId]);
}
