import {
  type AuditEntry,
  concludedEntry,
  newAuditEntry,
  type RequestedChange,
  type Snapshot,
} from '../../domain/audit-entry.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import { StorageRefused } from '../../ports/storage-refused.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import type { Refusal } from '../refusal.ts';
import type { DescribeObjects } from './describe-objects.ts';

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The ID of the entry after which the next page begins; null on the last page. */
  readonly next: string | null;
}

interface Dependencies {
  readonly audit: AuditLog;
  readonly clock: Clock;
  /** Describes the changed objects. Absent if the changes are not about objects. */
  readonly describe?: Pick<DescribeObjects, 'execute'>;
}

/** The audit log, which records every change that an operator makes. */
export class AuditChanges {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Makes an operator's change and records it in the audit log. The log entry is written before the change is made, so there is
   * no change without an entry. The outcome and the changed members are recorded afterwards. If that fails, the entry stays
   * without an outcome.
   *
   * @param learnt returns IDs that become known only with the change, such as the ID of an onboarded merchant
   */
  async record<Outcome extends { readonly kind: string }>(
    requested: RequestedChange,
    change: () => Promise<Outcome>,
    learnt: (done: Exclude<Outcome, Refusal>) => readonly string[],
  ): Promise<Outcome> {
    const entry = newAuditEntry(requested, this.#deps.clock.realNow());
    const before = await this.#describe(entry.about);
    await this.#deps.audit.append(entry);
    const outcome = await change();
    try {
      await this.#conclude(entry, outcome, before, learnt);
    } catch (error) {
      // The audit log could not record the outcome. Return the outcome nevertheless: the change was made, and the outcome may
      // contain a secret that is shown only once.
      if (!(error instanceof TemporarilyUnavailable || error instanceof StorageRefused)) throw error;
    }
    return outcome;
  }

  async #conclude<Outcome extends { readonly kind: string }>(
    entry: AuditEntry,
    outcome: Outcome,
    before: Snapshot | null,
    learnt: (done: Exclude<Outcome, Refusal>) => readonly string[],
  ): Promise<void> {
    const { audit } = this.#deps;
    if (isRefusal(outcome)) {
      return audit.conclude(concludedEntry(entry, outcome.name, [], { before: null, after: null }));
    }
    const alsoAbout = learnt(outcome as Exclude<Outcome, Refusal>);
    const after = await this.#describe([...entry.about, ...alsoAbout]);
    await audit.conclude(concludedEntry(entry, 'done', alsoAbout, { before, after }));
  }

  /** Returns null if the objects cannot be described, for example because no key decrypts a merchant's secrets. */
  async #describe(ids: readonly string[]): Promise<Snapshot | null> {
    try {
      return (await this.#deps.describe?.execute(ids)) ?? null;
    } catch (error) {
      if (error instanceof TemporarilyUnavailable || error instanceof StorageRefused) throw error;
      return null;
    }
  }

  /** Lists the operators' changes, the latest first, in pages. */
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
