type Handler<Event> = (event: Event) => void;

/** Event handling with the methods `on`, `once` and `off`, like that of Stripe.js elements. */
export class Emitter<Events extends object> {
  readonly #handlers = new Map<keyof Events, Map<Handler<never>, boolean>>();

  on<Name extends keyof Events>(name: Name, handler: Handler<Events[Name]>): this {
    return this.#add(name, handler, false);
  }

  once<Name extends keyof Events>(name: Name, handler: Handler<Events[Name]>): this {
    return this.#add(name, handler, true);
  }

  /** Removes a handler from an event. Without a handler, removes all handlers of the event. */
  off<Name extends keyof Events>(name: Name, handler?: Handler<Events[Name]>): this {
    if (handler === undefined) this.#handlers.delete(name);
    else this.#handlers.get(name)?.delete(handler);
    return this;
  }

  protected emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const [handler, isOnce] of [...(this.#handlers.get(name) ?? [])]) {
      if (isOnce) this.#handlers.get(name)?.delete(handler);
      (handler as Handler<Events[Name]>)(event);
    }
  }

  #add<Name extends keyof Events>(name: Name, handler: Handler<Events[Name]>, isOnce: boolean): this {
    const handlers = this.#handlers.get(name) ?? new Map<Handler<never>, boolean>();
    this.#handlers.set(name, handlers.set(handler, isOnce));
    return this;
  }
}
