import type { AuditOutcome } from '@kassa/contracts';
import { type Connection, type Model, Schema } from 'mongoose';
import type { AuditEntry } from '../../../domain/audit-entry.ts';
import type { AuditLog } from '../../../ports/audit-log.ts';
import { inDatabase } from './database-errors.ts';
import { nativeCollection } from './native-collection.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';

interface AuditDocument extends Omit<AuditEntry, 'entryId' | 'about'>, StoredDocument {
  readonly about: string[];
}

const schema = new Schema<AuditDocument>(
  {
    _id: { type: String, required: true },
    schema: { type: Number, required: true },
    at: { type: Date, required: true },
    operator: { type: String },
    address: { type: String, required: true },
    requestId: { type: String, required: true },
    action: { type: String, required: true },
    about: { type: [String], required: true },
    details: { type: Schema.Types.Mixed, required: true },
    outcome: { type: String },
  },
  { collection: 'audit_log', versionKey: false, strict: 'throw', suppressReservedKeysWarning: true },
);
schema.index({ about: 1, _id: -1 });

export class MongoAuditLog implements AuditLog {
  readonly #model: Model<AuditDocument>;

  constructor(connection: Connection) {
    this.#model = connection.model<AuditDocument>('AuditEntry', schema);
  }

  append({ entryId, about, ...entry }: AuditEntry): Promise<void> {
    return inDatabase(async () => {
      await nativeCollection(this.#model).insertOne({
        _id: entryId,
        schema: schemaNumbers.audit_log,
        ...entry,
        about: [...about],
      });
    });
  }

  conclude(entryId: string, outcome: NonNullable<AuditOutcome>, alsoAbout: readonly string[]): Promise<void> {
    return inDatabase(async () => {
      await nativeCollection(this.#model).updateOne(
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
      const documents = await nativeCollection(this.#model)
        .find({ ...(about !== null && { about }), ...(after !== null && { _id: { $lt: after } }) })
        .sort({ _id: -1 })
        .limit(limit)
        .toArray();
      return documents.map(({ _id, schema: _, ...entry }) => ({ entryId: _id, ...entry }));
    });
  }
}
