/**
 * Delivers events. A new listener also receives the latest event. So code that starts to listen after the end of the payment
 * still learns of it.
 *
 * @typeParam Events the names of the events, each with the type of the details that its listeners receive
 */
export class EventEmitter<Events extends object> {
  readonly #listeners: { [Name in keyof Events]?: Set<(detail: Events[Name]) => void> } = {};
  readonly #latest: { [Name in keyof Events]?: { readonly detail: Events[Name] } } = {};

  on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void {
    const missed = this.#latest[name];
    queueMicrotask(() => {
      if (missed && this.#latest[name] === missed && this.#of(name).has(listener)) listener(missed.detail);
    });
    return this.follow(name, listener);
  }

  /** Like `on`, but only for future events. */
  follow<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void {
    const listeners = this.#of(name).add(listener);
    return () => void listeners.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, detail: Events[Name]): void {
    this.#latest[name] = { detail };
    for (const listener of [...this.#of(name)]) listener(detail);
  }

  /** Forgets the latest event of this name, so that new listeners do not receive it. */
  forget(name: keyof Events): void {
    delete this.#latest[name];
  }

  #of<Name extends keyof Events>(name: Name): Set<(detail: Events[Name]) => void> {
    this.#listeners[name] ??= new Set();
    return this.#listeners[name];
  }
}
