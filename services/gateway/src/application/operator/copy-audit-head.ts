import type { AuditHeadCopies } from '../../ports/audit-head-copies.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';

const EVERY_MS = 86_400_000;

interface Dependencies {
  readonly audit: AuditLog;
  readonly copies: AuditHeadCopies;
  readonly clock: Clock;
}

/**
 * Copies the last link of the audit log once a day. Each instance makes its first copy soon after its start, and a further one
 * every day. So there can be several copies a day.
 */
export class CopyAuditHead {
  readonly #deps: Dependencies;
  #nextAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Does nothing if the last copy is less than a day old, or if the log is empty. */
  async execute(): Promise<void> {
    const nowMs = this.#deps.clock.realNow().getTime();
    if (nowMs < this.#nextAtMs) return;
    const head = await this.#deps.audit.head();
    if (head === null) return;
    this.#deps.copies.keep(head);
    this.#nextAtMs = nowMs + EVERY_MS;
  }
}
