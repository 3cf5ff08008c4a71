/**
 * Delivers events. A new listener also receives the latest event. So code that starts to listen after the end of the payment
 * still learns of it.
 *
 * @typeParam Events the names of the events, each with the type of the details that its listeners receive
 */
export class EventEmitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<(detail: never) => void>>();
  readonly #latest = new Map<keyof Events, { readonly detail: Events[keyof Events] }>();

  on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void {
    const missed = this.#latest.get(name);
    queueMicrotask(() => {
      if (!missed || this.#latest.get(name) !== missed || !this.#of(name).has(listener)) return;
      // The cast is safe: each event is stored under its own name, which the type of a Map cannot express.
      listener(missed.detail as Events[Name]);
    });
    return this.follow(name, listener);
  }

  /** Like `on`, but only for future events. */
  follow<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void {
    const listeners = this.#of(name);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, detail: Events[Name]): void {
    this.#latest.set(name, { detail });
    for (const listener of [...this.#of(name)]) listener(detail);
  }

  /** Whether the latest event of this name had the same details. */
  isLatest<Name extends keyof Events>(name: Name, detail: Events[Name]): boolean {
    return JSON.stringify(this.#latest.get(name)?.detail) === JSON.stringify(detail);
  }

  /** Forgets the latest event of this name, so that new listeners do not receive it. */
  forget(name: keyof Events): void {
    this.#latest.delete(name);
  }

  #of<Name extends keyof Events>(name: Name): Set<(detail: Events[Name]) => void> {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    // The cast is safe for the same reason: the listeners of an event are stored under its own name.
    return listeners as Set<(detail: Events[Name]) => void>;
  }
}
