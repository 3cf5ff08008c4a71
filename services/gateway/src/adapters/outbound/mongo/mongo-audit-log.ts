import { setTimeout as pause } from 'node:timers/promises';
import { type AuditDetails, errorNames, operatorActions } from '@kassa/contracts';
import { type Connection, type Model, trusted } from 'mongoose';
import type { AuditEntry, Snapshot } from '../../../domain/audit-entry.ts';
import {
  type AuditRecord,
  type ChainedRecord,
  type ChainLink,
  chainStart,
  linkAfter,
} from '../../../domain/operator/audit-chain.ts';
import type { AuditLog, UnlinkedRecords } from '../../../ports/audit-log.ts';
import { TemporarilyUnavailable } from '../../../ports/temporarily-unavailable.ts';
import { Batches } from './batches.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase, isDuplicateKey } from './database-errors.ts';
import {
  absentOr,
  anything,
  collectionSchema,
  listOf,
  moment,
  oneOf,
  orNull,
  text,
  whole,
} from './document-fields.ts';
import { InTurn } from './in-turn.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';
import { writtenInSpiteOfConflicts } from './write-conflicts.ts';

/** A stored record. Records from versions before the chain have no link, and their outcome was added to the entry itself. */
interface AuditDocument
  extends Omit<AuditEntry, 'entryId' | 'before' | 'after'>,
    Partial<ChainLink>,
    StoredDocument {
  /** The ID of the entry whose outcome the record adds. */
  readonly concludes?: string;
  readonly before?: Snapshot;
  readonly after?: Snapshot;
}

const schema = collectionSchema<AuditDocument>('audit_log', {
  at: moment,
  operator: orNull(text),
  address: text,
  requestId: text,
  action: oneOf(...operatorActions),
  about: listOf(text),
  // The contract's schema lists its members.
  details: anything<AuditDetails>(),
  outcome: orNull(oneOf('done', ...errorNames)),
  concludes: absentOr(text),
  before: absentOr(anything<Snapshot>()),
  after: absentOr(anything<Snapshot>()),
  sequence: absentOr(whole),
  previousHash: absentOr(text),
  hash: absentOr(text),
});
schema.index({ about: 1, _id: -1 });
// This index prevents two instances from linking two records to the same record.
schema.index({ sequence: 1 }, { unique: true, partialFilterExpression: { sequence: { $exists: true } } });

/** How many times a record is linked again because another instance has linked a record meanwhile. */
const MAX_TRIES = 50;
const MAX_PAUSE_MS = 20;

export function auditModel(connection: Connection): Model<AuditDocument> {
  return collectionModel(connection, 'AuditEntry', schema);
}

export class MongoAuditLog implements AuditLog {
  readonly #model: Model<AuditDocument>;
  /**
   * One batch is written after the other. If two batches were written at the same time, one of them would have to be linked and
   * written again.
   */
  readonly #inTurn = new InTurn();
  readonly #batches = new Batches((records: readonly AuditRecord[]) =>
    this.#inTurn.run(async () => {
      await this.#linkAll(records);
      return records.map(() => undefined);
    }),
  );
  /** The position in the chain of the latest record that this instance has found or appended. */
  #latestSequence = 0;

  constructor(connection: Connection) {
    this.#model = auditModel(connection);
  }

  append(entry: AuditEntry): Promise<void> {
    return this.#link({ ...entry, recordId: entry.entryId, concludes: null });
  }

  conclude(concluded: AuditEntry): Promise<void> {
    // Choose an ID that sorts directly after the entry's ID.
    const { entryId } = concluded;
    return this.#link({ ...concluded, recordId: `${entryId}.1`, concludes: entryId });
  }

  list({
    about,
    after,
    limit,
  }: {
    about: string | null;
    after: string | null;
    limit: number;
  }): Promise<readonly AuditEntry[]> {
    return inDatabase(async () => {
      const documents = await this.#model
        .find({ ...(about !== null && { about }), ...(after !== null && { _id: trusted({ $lt: after }) }) })
        .sort({ _id: -1 })
        // Each entry has at most two records.
        .limit(2 * limit)
        .lean<AuditDocument[]>();
      const entries = new Map<string, AuditEntry>();
      for (const document of documents) {
        const entry = toEntry(document);
        // The record with the outcome comes first, and contains the whole entry.
        if (!entries.has(entry.entryId)) entries.set(entry.entryId, entry);
      }
      return [...entries.values()].slice(0, limit);
    });
  }

  records(from: number, limit: number): Promise<readonly ChainedRecord[]> {
    return inDatabase(async () => {
      const documents = await this.#model
        .find({ sequence: trusted({ $gte: from }) })
        .sort({ sequence: 1 })
        .limit(limit)
        .lean<(AuditDocument & ChainLink)[]>();
      return documents.map((document) => {
        const { _id: recordId, concludes = null, sequence, previousHash, hash } = document;
        return { ...toEntry(document), recordId, concludes, sequence, previousHash, hash };
      });
    });
  }

  head(): Promise<ChainLink | null> {
    return this.#headFrom(0);
  }

  #headFrom(sequence: number): Promise<ChainLink | null> {
    return inDatabase(async () => {
      const [last] = await this.#model
        .find({ sequence: trusted({ $gte: sequence }) }, { sequence: 1, previousHash: 1, hash: 1 })
        .sort({ sequence: -1 })
        .limit(1)
        .lean<(StoredDocument & ChainLink)[]>();
      if (last === undefined) return null;
      return { sequence: last.sequence, previousHash: last.previousHash, hash: last.hash };
    });
  }

  /**
   * Returns the link of the latest record, or the start of the chain. Searches only from the latest known record on: DocumentDB
   * sorts all records that a search finds, so a search of the whole log takes longer with each record.
   */
  async #latestLink(): Promise<ChainLink> {
    const known = await this.#headFrom(this.#latestSequence);
    return known ?? (await this.head()) ?? chainStart;
  }

  unlinked(): Promise<UnlinkedRecords> {
    return inDatabase(async () => {
      const count = await this.#model.countDocuments({ sequence: null });
      const [latest] = await this.#model
        .find({ sequence: null }, { at: 1 })
        .sort({ at: -1 })
        .limit(1)
        .lean<Pick<AuditDocument, '_id' | 'at'>[]>();
      return { count, latest: latest === undefined ? null : { recordId: latest._id, at: latest.at } };
    });
  }

  /** Appends a record to the chain. Does nothing if the record is already there. */
  #link(record: AuditRecord): Promise<void> {
    return this.#batches.add(record);
  }

  async #linkAll(records: readonly AuditRecord[]): Promise<void> {
    let missing = records.map((record) => {
      // Remove members without a value before the hash is computed, because the database does not store them.
      return { ...(JSON.parse(JSON.stringify(record)) as AuditRecord), at: record.at };
    });
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      let link = await this.#latestLink();
      const documents = missing.map((record) => {
        link = linkAfter(link, record);
        return toDocument(record, link);
      });
      try {
        await inDatabase(() => writtenInSpiteOfConflicts(() => this.#model.insertMany(documents)));
        this.#latestSequence = link.sequence;
        return;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const there = await this.#idsAmong(missing.map(({ recordId }) => recordId));
      missing = missing.filter(({ recordId }) => !there.has(recordId));
      if (missing.length === 0) return;
      await pause(Math.random() * MAX_PAUSE_MS);
    }
    throw new TemporarilyUnavailable('too many instances append to the audit log at the same time');
  }

  /** Returns those of the record IDs that are in the log. */
  async #idsAmong(recordIds: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await inDatabase(() =>
      this.#model.find({ _id: trusted({ $in: recordIds }) }, { _id: 1 }).lean<StoredDocument[]>(),
    );
    return new Set(found.map(({ _id }) => _id));
  }
}

function toDocument(record: AuditRecord, link: ChainLink): AuditDocument {
  const { recordId, concludes, entryId: _, before, after, ...entry } = record;
  return {
    _id: recordId,
    schema: schemaNumbers.audit_log,
    ...entry,
    ...(concludes !== null && { concludes }),
    ...(before !== null && { before }),
    ...(after !== null && { after }),
    ...link,
  };
}

function toEntry(document: AuditDocument): AuditEntry {
  const {
    _id,
    schema: _,
    concludes,
    sequence: _sequence,
    previousHash: _previous,
    hash: _hash,
    ...entry
  } = document;
  const { before = null, after = null } = document;
  return { ...entry, entryId: concludes ?? _id, before, after };
}
