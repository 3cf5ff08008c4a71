import { Counter, type Registry } from 'prom-client';
import type { Alerts, GuessedThing } from '../../../ports/alerts.ts';

/**
 * The shortest time between two alerts. Somebody who guesses makes many calls, and not every one of them should raise an alert.
 */
const ALERT_EVERY_MS = 60_000;

interface Dependencies {
  readonly alerts: Alerts;
  readonly metrics: Registry;
}

/**
 * Counts calls whose caller failed to prove an identity. If callers guess secrets or forge signatures so often that the gateway
 * refuses them, this class alerts operators.
 */
export class GuessAlerts {
  readonly #alerts: Alerts;
  readonly #what: GuessedThing;
  readonly #counter: Counter<'what' | 'result'>;
  #refused = 0;
  #nextAtMs = 0;

  constructor({ alerts, metrics }: Dependencies, what: GuessedThing) {
    this.#alerts = alerts;
    this.#what = what;
    this.#counter = getOrCreate(metrics);
    for (const result of ['failed', 'refused']) this.#counter.inc({ what, result }, 0);
  }

  /** Counts a caller that was checked and failed to prove its identity. */
  failed(): void {
    this.#counter.inc({ what: this.#what, result: 'failed' });
  }

  /** Counts a refused guess, and alerts operators if there was no alert within the last minute. */
  refused(address: string): void {
    this.#counter.inc({ what: this.#what, result: 'refused' });
    this.#refused += 1;
    const nowMs = performance.now();
    if (nowMs < this.#nextAtMs) return;
    this.#nextAtMs = nowMs + ALERT_EVERY_MS;
    this.#alerts.raise({ kind: 'guesses_refused', what: this.#what, address, refused: this.#refused });
    this.#refused = 0;
  }
}

const NAME = 'kassa_unproven_calls_total';

function getOrCreate(registry: Registry): Counter<'what' | 'result'> {
  const existing = registry.getSingleMetric(NAME);
  if (existing instanceof Counter) return existing;
  return new Counter({
    name: NAME,
    help: 'Calls whose caller did not prove who it is, by what was not genuine, and whether it was checked.',
    labelNames: ['what', 'result'],
    registers: [registry],
  });
}
