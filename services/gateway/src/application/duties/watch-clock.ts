import type { Alerts } from '../../ports/alerts.ts';
import type { ClockCheck } from '../../ports/clock-check.ts';

const LOOK_EVERY_MS = 10_000;
/** The number of checks from one alert to the next while the clock is wrong, so that there is one alert a minute. */
const LOOKS_BETWEEN_ALERTS = 6;

interface Dependencies {
  readonly clockCheck: ClockCheck;
  readonly alerts: Alerts;
}

/** Checks this server's clock. Raises an alert at the start of the gateway, and then every minute, while the clock is wrong. */
export class WatchClock {
  readonly #deps: Dependencies;
  #timer: NodeJS.Timeout | undefined;
  #looks = 0;
  #fault: string | null = null;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** The fault of the clock that the latest check found; null if it found none. */
  get fault(): string | null {
    return this.#fault;
  }

  async start(): Promise<void> {
    await this.#look();
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const isTimeToAlert = this.#looks % LOOKS_BETWEEN_ALERTS === 0;
    this.#looks += 1;
    this.#fault = await this.#deps.clockCheck.fault();
    if (this.#fault !== null && isTimeToAlert) {
      this.#deps.alerts.raise({ kind: 'clock_wrong', detail: this.#fault });
    }
  }
}
