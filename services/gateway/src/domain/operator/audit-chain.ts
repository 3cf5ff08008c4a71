import { createHash } from 'node:crypto';
import type { AuditEntry } from '../audit-entry.ts';

/**
 * The records of the audit log form a chain, so that nobody can change the log unnoticed. Each record contains its position in
 * the chain, the hash of the record before, and a hash over its own content, its position and that earlier hash. Whoever
 * alters, removes or moves a record has to compute all later hashes again. The last hash then differs from the one that an
 * operator has exported.
 */

/**
 * A record of the audit log as it is stored. Each change by an operator has two records: one from before the change, and one
 * with the outcome. Records are never changed.
 */
export interface AuditRecord extends AuditEntry {
  readonly recordId: string;
  /** The ID of the entry whose outcome the record adds. Null for the record from before the change. */
  readonly concludes: string | null;
}

export interface ChainLink {
  /** The record's position in the chain: 1 for the first record, and one more for each further record. */
  readonly sequence: number;
  readonly previousHash: string;
  readonly hash: string;
}

export type ChainedRecord = AuditRecord & ChainLink;

export interface ChainFault {
  /** The position in the chain at which the fault was found; 0 if the faulty record has no position. */
  readonly sequence: number;
  /** The record at this position. Null if there is none. */
  readonly recordId: string | null;
  /**
   * `other_head`: the chain does not lead to the exported head, because the log was rewritten or cut off. `unlinked`: a record
   * was written after the chain began, but is not part of the chain.
   */
  readonly kind: 'altered' | 'removed' | 'other_predecessor' | 'other_head' | 'unlinked';
}

/** The link before the first record. */
export const chainStart: ChainLink = { sequence: 0, previousHash: '', hash: '0'.repeat(64) };

/** Returns the record's link if it follows the given link. */
export function linkAfter(head: ChainLink, record: AuditRecord): ChainLink {
  const link = { sequence: head.sequence + 1, previousHash: head.hash };
  return { ...link, hash: hashOf(link, record) };
}

/** Returns the first fault in records of the chain that follow the given link; null if there is none. */
export function findChainFault(records: readonly ChainedRecord[], before: ChainLink): ChainFault | null {
  let previous = before;
  for (const record of records) {
    const { recordId, sequence } = record;
    if (hashOf(record, record) !== record.hash) return { sequence, recordId, kind: 'altered' };
    if (sequence !== previous.sequence + 1) {
      return { sequence: previous.sequence + 1, recordId: null, kind: 'removed' };
    }
    if (record.previousHash !== previous.hash) return { sequence, recordId, kind: 'other_predecessor' };
    previous = record;
  }
  return null;
}

function hashOf({ sequence, previousHash }: Omit<ChainLink, 'hash'>, record: AuditRecord): string {
  const { recordId, concludes, entryId, at, operator, address, requestId } = record;
  const { action, about, details, outcome, before, after } = record;
  const content = { recordId, concludes, entryId, at, operator, address, requestId };
  const change = { action, about, details, outcome, before, after };
  const text = JSON.stringify(sorted({ sequence, previousHash, ...content, ...change }));
  return createHash('sha256').update(text).digest('hex');
}

/** Sorts the members of a value by name, because the database may return them in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value instanceof Date || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
