import type { AuditEntry } from '../../src/domain/audit-entry.ts';
import {
  type AuditRecord,
  type ChainedRecord,
  type ChainLink,
  chainStart,
  linkAfter,
} from '../../src/domain/operator/audit-chain.ts';
import type { AuditLog, UnlinkedRecords } from '../../src/ports/audit-log.ts';

export class InMemoryAuditLog implements AuditLog {
  /** Tests may tamper with the records. */
  readonly chain: ChainedRecord[] = [];
  /** Records without a link, which only tests add. */
  readonly unchained: { readonly recordId: string; readonly at: Date }[] = [];

  async append(entry: AuditEntry): Promise<void> {
    this.#link({ ...entry, recordId: entry.entryId, concludes: null });
  }

  async conclude(concluded: AuditEntry): Promise<void> {
    const { entryId } = concluded;
    this.#link({ ...concluded, recordId: `${entryId}.1`, concludes: entryId });
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
    const entries = new Map(this.chain.map((record) => [record.entryId, entryOf(record)]));
    return [...entries.values()]
      .filter((entry) => about === null || entry.about.includes(about))
      .filter(({ entryId }) => after === null || entryId < after)
      .sort((left, right) => (left.entryId < right.entryId ? 1 : -1))
      .slice(0, limit);
  }

  async records(from: number, limit: number): Promise<readonly ChainedRecord[]> {
    return this.chain
      .filter(({ sequence }) => sequence >= from)
      .sort((one, other) => one.sequence - other.sequence)
      .slice(0, limit);
  }

  async head(): Promise<ChainLink | null> {
    const last = this.chain.at(-1);
    return last === undefined
      ? null
      : { sequence: last.sequence, previousHash: last.previousHash, hash: last.hash };
  }

  async unlinked(): Promise<UnlinkedRecords> {
    const latest = this.unchained.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0] ?? null;
    return { count: this.unchained.length, latest };
  }

  #link(record: AuditRecord): void {
    if (this.chain.some(({ recordId }) => recordId === record.recordId)) return;
    this.chain.push({ ...record, ...linkAfter(this.chain.at(-1) ?? chainStart, record) });
  }
}

function entryOf(record: ChainedRecord): AuditEntry {
  const {
    recordId: _id,
    concludes: _of,
    sequence: _at,
    previousHash: _before,
    hash: _hash,
    ...entry
  } = record;
  return entry;
}
