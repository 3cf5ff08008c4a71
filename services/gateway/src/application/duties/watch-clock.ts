import type { Alerts } from '../../ports/alerts.ts';
import type { ClockCheck } from '../../ports/clock-check.ts';

const LOOK_EVERY_MS = 10_000;
/** While the clock is wrong, one in this many checks raises an alert. That makes one alert a minute. */
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

  /** What the latest check found wrong with the clock; null if it found nothing. */
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
