import type { AuditOutcome } from '@kassa/contracts';
import type { AuditEntry } from '../domain/audit-entry.ts';

/** What operators have changed. Entries are added and never removed. */
export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /** Says, once, what came of an entry's change, and which identifiers it turned out to be about besides. */
  conclude(entryId: string, outcome: NonNullable<AuditOutcome>, alsoAbout: readonly string[]): Promise<void>;
  /** The latest first: so many at most, older than `after`, about one identifier where it is given. */
  list(query: {
    readonly about: string | null;
    readonly after: string | null;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
}
