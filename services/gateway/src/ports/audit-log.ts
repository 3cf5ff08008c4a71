import type { AuditOutcome } from '@kassa/contracts';
import type { AuditEntry } from '../domain/audit-entry.ts';

/** The changes that operators made. Entries are added and never removed. */
export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /**
   * Records the outcome of an operator's change in the entry of the change. Only the first outcome is recorded. `alsoAbout`
   * names objects whose IDs became known with the outcome, such as a new merchant.
   */
  conclude(entryId: string, outcome: NonNullable<AuditOutcome>, alsoAbout: readonly string[]): Promise<void>;
  /**
   * Returns at most `limit` entries that are older than the entry `after`, the latest first. If `about` is given, only entries
   * about the object with this ID.
   */
  list(query: {
    readonly about: string | null;
    readonly after: string | null;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
}
