import type { Alerts } from '../../ports/alerts.ts';
import type { Health } from '../../ports/health.ts';

const LOOK_EVERY_MS = 10_000;
/**
 * The number of checks from one alert to the next, so that there is one alert a minute. The first alert comes at the second
 * check in a row that finds a fault. By then, a restart of the database is usually over.
 */
const LOOKS_BETWEEN_ALERTS = 6;

interface Dependencies {
  readonly health: Health;
  readonly alerts: Alerts;
}

/** Raises an alert every minute while the database does not answer this instance, or has the format of another version. */
export class WatchDatabase {
  readonly #deps: Dependencies;
  #timer: NodeJS.Timeout | undefined;
  /** The number of checks in a row that have found a fault. */
  #faultyLooks = 0;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const faults = await this.#deps.health.faults();
    this.#faultyLooks = faults.length === 0 ? 0 : this.#faultyLooks + 1;
    if (this.#faultyLooks % LOOKS_BETWEEN_ALERTS !== 2) return;
    this.#deps.alerts.raise({ kind: 'database_unusable', detail: faults.join('; ') });
  }
}
