import type { AuditEntry } from '../domain/audit-entry.ts';
import type { ChainedRecord, ChainLink } from '../domain/operator/audit-chain.ts';

export interface UnlinkedRecords {
  readonly count: number;
  /** The latest of these records; null if there are none. */
  readonly latest: { readonly recordId: string; readonly at: Date } | null;
}

/**
 * The log of changes that operators made. Records are only added: nothing in the log is changed or removed. Each record is
 * linked to the previous record, even if several instances append records at once.
 */
export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /** Records the outcome of an operator's change whose entry was appended earlier. Only the first recorded outcome counts. */
  conclude(concluded: AuditEntry): Promise<void>;
  /**
   * Returns at most `limit` entries that are older than the entry `after`, the latest first. If `about` is given, returns only
   * entries about the object with this ID. An entry contains its outcome if one was recorded.
   */
  list(query: {
    readonly about: string | null;
    readonly after: string | null;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
  /** Returns at most `limit` records of the chain, from the given sequence number on. */
  records(from: number, limit: number): Promise<readonly ChainedRecord[]>;
  /** Returns the last link of the chain; null if the chain is empty. */
  head(): Promise<ChainLink | null>;
  /** Describes the records that are not part of the chain. Only versions of Kassa without the chain wrote such records. */
  unlinked(): Promise<UnlinkedRecords>;
}
