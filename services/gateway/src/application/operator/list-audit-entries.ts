import type { AuditEntry } from '../../domain/audit-entry.ts';
import type { AuditLog } from '../../ports/audit-log.ts';

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Behind which the next page begins; null when this is the last. */
  readonly next: string | null;
}

interface Dependencies {
  readonly audit: AuditLog;
}

/** Lists what operators have changed, the latest first, page by page. */
export class ListAuditEntries {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute({
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
