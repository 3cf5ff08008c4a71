import type { Alerts } from '../ports/alerts.ts';

interface Dependencies {
  readonly alerts: Alerts;
}

/**
 * Work that continues after a caller was answered. Nothing depends on this work: the recurring duties find unfinished work in
 * the database. It is tracked so that a stopping process can let it finish.
 */
export class BackgroundWork {
  readonly #deps: Dependencies;
  readonly #running = new Set<Promise<void>>();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  start(name: string, work: () => Promise<unknown>): void {
    const running: Promise<void> = work()
      .then(
        () => undefined,
        (error: unknown) => this.#deps.alerts.raise({ kind: 'duty_failed', duty: name, error }),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
