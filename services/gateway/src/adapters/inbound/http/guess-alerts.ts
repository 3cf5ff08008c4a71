import type { Alerts, GuessedThing } from '../../../ports/alerts.ts';

/** The shortest time between two alerts, because somebody who guesses makes many calls. */
const ALERT_EVERY_MS = 60_000;

/** Alerts operators when callers guess secrets or forge signatures, and the gateway refuses them because they do it too often. */
export class GuessAlerts {
  readonly #alerts: Alerts;
  readonly #what: GuessedThing;
  #refused = 0;
  #nextAtMs = 0;

  constructor(alerts: Alerts, what: GuessedThing) {
    this.#alerts = alerts;
    this.#what = what;
  }

  /** Notes that a guess was refused, and alerts operators if they have not been told for a minute. */
  refused(address: string): void {
    this.#refused += 1;
    const nowMs = performance.now();
    if (nowMs < this.#nextAtMs) return;
    this.#nextAtMs = nowMs + ALERT_EVERY_MS;
    this.#alerts.raise({ kind: 'guesses_refused', what: this.#what, address, refused: this.#refused });
    this.#refused = 0;
  }
}
