import type { AuditOutcome } from '@kassa/contracts';
import type { AuditEntry } from '../../src/domain/audit-entry.ts';
import type { AuditLog } from '../../src/ports/audit-log.ts';

export class InMemoryAuditLog implements AuditLog {
  readonly #entries = new Map<string, AuditEntry>();

  async append(entry: AuditEntry): Promise<void> {
    this.#entries.set(entry.entryId, entry);
  }

  async conclude(
    entryId: string,
    outcome: NonNullable<AuditOutcome>,
    alsoAbout: readonly string[],
  ): Promise<void> {
    const entry = this.#entries.get(entryId);
    if (entry === undefined || entry.outcome !== null) return;
    const about = [...new Set([...entry.about, ...alsoAbout])];
    this.#entries.set(entryId, { ...entry, outcome, about });
  }

  async list({
    about,
    after,
    limit,
  }: {
    about: string | null;
    after: string | null;
    limit: number;
  }): Promise<readonly AuditEntry[]> {
    return [...this.#entries.values()]
      .filter((entry) => about === null || entry.about.includes(about))
      .filter(({ entryId }) => after === null || entryId < after)
      .sort((left, right) => (left.entryId < right.entryId ? 1 : -1))
      .slice(0, limit);
  }
}
