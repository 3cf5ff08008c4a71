import type { Alerts } from '../../ports/alerts.ts';
import type { ClockCheck } from '../../ports/clock-check.ts';

const LOOK_EVERY_MS = 60_000;

interface Dependencies {
  readonly clockCheck: ClockCheck;
  readonly alerts: Alerts;
}

/** Raises an alert at the start of the gateway, and then every minute, while this server's clock is wrong. */
export class WatchClock {
  readonly #deps: Dependencies;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    await this.#look();
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const detail = await this.#deps.clockCheck.fault();
    if (detail !== null) this.#deps.alerts.raise({ kind: 'clock_wrong', detail });
  }
}
