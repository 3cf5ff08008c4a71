import { type Queues, workQueues } from '../../ports/backlog.ts';
import type { Health } from '../../ports/health.ts';
import type { ReadBacklog } from './read-backlog.ts';

/** Due work usually waits for a second or two. Work that has waited this long is overdue. */
export const OVERDUE_SECONDS = 300;

/** How long a readiness check waits for a reading of the backlog. The probes of proxies give up after a second or two. */
const PATIENCE_MS = 500;

export type Readiness =
  | { readonly kind: 'ready'; readonly warnings: readonly string[] }
  | { readonly kind: 'not_ready'; readonly faults: readonly string[] };

interface Dependencies {
  readonly health: Health;
  readonly watchClock: { readonly fault: string | null };
  readonly readBacklog: ReadBacklog;
  readonly roles: readonly string[];
}

/**
 * Judges whether an instance can do its work now.
 *
 * Two faults make an instance unready if it is only a worker: overdue work, and a wrong clock. (An instance with a wrong clock
 * does no work.) So a rolling upgrade halts if the new version does not do the work. An instance that also serves calls stays
 * ready and only warns. If it became unready too, late webhooks or a wrong clock of the database could make all instances
 * unready, and nobody could pay.
 */
export class JudgeReadiness {
  readonly #deps: Dependencies;
  #isStopping = false;
  /** The overdue work at the latest reading of the backlog. */
  #lastOverdue: readonly string[] = [];

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Makes the instance unready from now on, because it is stopping. */
  beginStop(): void {
    this.#isStopping = true;
  }

  async execute(): Promise<Readiness> {
    if (this.#isStopping) return { kind: 'not_ready', faults: ['the instance is stopping'] };
    const faults = await this.#deps.health.faults();
    if (faults.length > 0) return { kind: 'not_ready', faults };
    const { fault: clockFault } = this.#deps.watchClock;
    const hindrances = [...(clockFault === null ? [] : [clockFault]), ...(await this.#overdueWork())];
    const isMereWorker = !this.#deps.roles.includes('api');
    return isMereWorker && hindrances.length > 0
      ? { kind: 'not_ready', faults: hindrances }
      : { kind: 'ready', warnings: hindrances };
  }

  /** If the reading is slow or fails, keep the previous result: the database itself works, because it has just answered. */
  async #overdueWork(): Promise<readonly string[]> {
    const reading = this.#deps.readBacklog.execute().then(
      ({ queues }) => {
        this.#lastOverdue = overdueIn(queues);
      },
      () => {},
    );
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    await Promise.race([reading, late]);
    clearTimeout(timer);
    return this.#lastOverdue;
  }
}

function overdueIn(queues: Queues): readonly string[] {
  return workQueues.flatMap((name) => {
    const { oldestSeconds } = queues[name];
    return oldestSeconds > OVERDUE_SECONDS
      ? [`${name} have been due for ${Math.round(oldestSeconds)} s`]
      : [];
  });
}
