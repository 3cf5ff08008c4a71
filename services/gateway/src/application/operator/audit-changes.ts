import { type AuditEntry, newAuditEntry, type RequestedChange } from '../../domain/audit-entry.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import type { Refusal } from '../refusal.ts';

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Behind which the next page begins; null when this is the last. */
  readonly next: string | null;
}

interface Dependencies {
  readonly audit: AuditLog;
  readonly clock: Clock;
}

/** The audit log of what operators change. */
export class AuditChanges {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Makes a change of the operator's with its entry in the audit log. The entry is written first: a change that
   * cannot be recorded is not made. What came of it is added; if that is lost, the entry says so by having none.
   *
   * @param learnt which identifiers only the outcome tells, such as that of a merchant that was taken on
   */
  async record<Outcome extends { readonly kind: string }>(
    requested: RequestedChange,
    change: () => Promise<Outcome>,
    learnt: (done: Exclude<Outcome, Refusal>) => readonly string[],
  ): Promise<Outcome> {
    const entry = newAuditEntry(requested, this.#deps.clock.realNow());
    await this.#deps.audit.append(entry);
    const outcome = await change();
    try {
      await (isRefusal(outcome)
        ? this.#deps.audit.conclude(entry.entryId, outcome.name, [])
        : this.#deps.audit.conclude(entry.entryId, 'done', learnt(outcome as Exclude<Outcome, Refusal>)));
    } catch (error) {
      // The change is made, and its answer can hold a secret that is told this once.
      if (!(error instanceof TemporarilyUnavailable)) throw error;
    }
    return outcome;
  }

  /** What operators have changed, the latest first, page by page. */
  async list({
    about,
    after,
    limit,
  }: {
    about: string | null;
    after: string | null;
    limit: number;
  }): Promise<AuditPage> {
    const found = await this.#deps.audit.list({ about, after, limit: limit + 1 });
    const entries = found.slice(0, limit);
    return { entries, next: found.length > limit ? (entries.at(-1)?.entryId ?? null) : null };
  }
}

function isRefusal(outcome: { readonly kind: string }): outcome is Refusal {
  return outcome.kind === 'refused';
}
