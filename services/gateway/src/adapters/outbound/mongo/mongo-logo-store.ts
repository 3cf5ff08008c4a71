import { type Connection, type Model, Schema } from 'mongoose';
import type { Logo } from '../../../domain/merchant/logo.ts';
import type { LogoStore } from '../../../ports/logo-store.ts';
import { inDatabase } from './database-errors.ts';
import { nativeCollection } from './native-collection.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';

interface LogoDocument extends StoredDocument {
  /** Merchant and hash: the content of an `_id` never changes. */
  readonly _id: string;
  readonly mediaType: Logo['mediaType'];
  readonly base64: string;
}

const schema = new Schema<LogoDocument>(
  {
    _id: { type: String, required: true },
    schema: { type: Number, required: true },
    mediaType: { type: String, required: true },
    base64: { type: String, required: true },
  },
  { collection: 'logos', versionKey: false, strict: 'throw', suppressReservedKeysWarning: true },
);

export class MongoLogoStore implements LogoStore {
  readonly #model: Model<LogoDocument>;

  constructor(connection: Connection) {
    this.#model = connection.model<LogoDocument>('Logo', schema);
  }

  put(merchantId: string, { hash, mediaType, bytes }: Logo): Promise<void> {
    return inDatabase(async () => {
      await nativeCollection(this.#model).replaceOne(
        { _id: idOf(merchantId, hash) },
        { schema: schemaNumbers.logos, mediaType, base64: bytes.toString('base64') },
        { upsert: true },
      );
    });
  }

  find(merchantId: string, hash: string): Promise<Logo | undefined> {
    return inDatabase(async () => {
      const document = await nativeCollection(this.#model).findOne({ _id: idOf(merchantId, hash) });
      if (document === null) return undefined;
      const { mediaType, base64 } = document;
      return { hash, mediaType, bytes: Buffer.from(base64, 'base64') };
    });
  }
}

function idOf(merchantId: string, hash: string): string {
  return `${merchantId}/${hash}`;
}
