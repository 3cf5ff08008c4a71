import type { AuditEntry } from '../domain/audit-entry.ts';
import type { ChainedRecord, ChainLink } from '../domain/operator/audit-chain.ts';

export interface UnlinkedRecords {
  readonly count: number;
  /** The latest of them by its time; null if there is none. */
  readonly latest: { readonly recordId: string; readonly at: Date } | null;
}

/**
 * The changes that operators made. The log only grows: nothing in it is changed or removed. Each record is linked to the record
 * before, also if several instances append at once.
 */
export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /** Records the outcome of an operator's change, whose entry was appended before. Only the first outcome is recorded. */
  conclude(concluded: AuditEntry): Promise<void>;
  /**
   * Returns at most `limit` entries that are older than the entry `after`, the latest first. If `about` is given, only entries
   * about the object with this ID. An entry has its outcome if one was recorded.
   */
  list(query: {
    readonly about: string | null;
    readonly after: string | null;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
  /** Returns at most `limit` records of the chain, from the given sequence number on. */
  records(from: number, limit: number): Promise<readonly ChainedRecord[]>;
  /** Returns the last link of the chain; null if the chain has none. */
  head(): Promise<ChainLink | null>;
  /** Describes the records that are not links of the chain. Only versions of Kassa without this chain wrote such records. */
  unlinked(): Promise<UnlinkedRecords>;
}
