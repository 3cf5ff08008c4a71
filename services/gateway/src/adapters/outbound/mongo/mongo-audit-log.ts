import { type AuditDetails, type AuditOutcome, errorNames, operatorActions } from '@kassa/contracts';
import { type Connection, type Model, trusted } from 'mongoose';
import type { AuditEntry } from '../../../domain/audit-entry.ts';
import type { AuditLog } from '../../../ports/audit-log.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase } from './database-errors.ts';
import { anything, collectionSchema, listOf, moment, oneOf, orNull, text } from './document-fields.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';

interface AuditDocument extends Omit<AuditEntry, 'entryId'>, StoredDocument {}

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
});
schema.index({ about: 1, _id: -1 });

export function auditModel(connection: Connection): Model<AuditDocument> {
  return collectionModel(connection, 'AuditEntry', schema);
}

export class MongoAuditLog implements AuditLog {
  readonly #model: Model<AuditDocument>;

  constructor(connection: Connection) {
    this.#model = auditModel(connection);
  }

  append({ entryId, ...entry }: AuditEntry): Promise<void> {
    return inDatabase(async () => {
      await this.#model.insertOne({ _id: entryId, schema: schemaNumbers.audit_log, ...entry });
    });
  }

  conclude(entryId: string, outcome: NonNullable<AuditOutcome>, alsoAbout: readonly string[]): Promise<void> {
    return inDatabase(async () => {
      await this.#model.updateOne(
        { _id: entryId, outcome: null },
        { $set: { outcome }, $addToSet: { about: { $each: [...alsoAbout] } } },
      );
    });
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
        .limit(limit)
        .lean<AuditDocument[]>();
      return documents.map(({ _id, schema: _, ...entry }) => ({ entryId: _id, ...entry }));
    });
  }
}
