import type { AuditOutcome } from '@kassa/contracts';
import type { AuditEntry } from '../domain/audit-entry.ts';

/** The changes that operators made. Entries are added and never removed. */
export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /** Records, once, the outcome of an entry's change and any further identifiers that the change turned out to concern. */
  conclude(entryId: string, outcome: NonNullable<AuditOutcome>, alsoAbout: readonly string[]): Promise<void>;
  /** The latest first: at most `limit` entries older than `after`, for one identifier if `about` is given. */
  list(query: {
    readonly about: string | null;
    readonly after: string | null;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
}
