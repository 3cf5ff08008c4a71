import type { Alerts } from '../../ports/alerts.ts';
import type { ReadBacklog } from './read-backlog.ts';

const LOOK_EVERY_MS = 60_000;
/** A running worker begins a duty every second. If none has begun for this long, no worker is running. */
const SILENT_SECONDS = 60;

interface Dependencies {
  readonly readBacklog: ReadBacklog;
  readonly alerts: Alerts;
}

/**
 * Raises an alert every minute while no worker runs on any instance. Every instance checks this, so the alert is raised as long
 * as at least one instance runs.
 */
export class WatchWorkers {
  readonly #deps: Dependencies;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** The first check comes after a minute, because a worker may be starting at the same time. */
  start(): void {
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const { readBacklog, alerts } = this.#deps;
    // If the database is unreachable, nobody knows whether a worker runs. Readiness and the failing calls report the outage.
    const reading = await readBacklog.execute().catch(() => undefined);
    if (reading === undefined || reading.workerSilentSeconds <= SILENT_SECONDS) return;
    alerts.raise({ kind: 'no_worker', silentSeconds: Math.round(reading.workerSilentSeconds) });
  }
}
