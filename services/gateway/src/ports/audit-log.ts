import type { AuditOutcome } from '@kassa/contracts';
import type { AuditEntry } from '../domain/audit-entry.ts';

/** The changes that operators made. Entries are added and never removed. */
export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /** Records the outcome of an entry's change, once. Also adds identifiers that became known with the outcome. */
  conclude(entryId: string, outcome: NonNullable<AuditOutcome>, alsoAbout: readonly string[]): Promise<void>;
  /** The latest first: at most `limit` entries older than `after`, for one identifier if `about` is given. */
  list(query: {
    readonly about: string | null;
    readonly after: string | null;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
}
