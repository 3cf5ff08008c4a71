import type { Connection, Model } from 'mongoose';
import type { Logo } from '../../../domain/merchant/logo.ts';
import type { LogoStore } from '../../../ports/logo-store.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase } from './database-errors.ts';
import { collectionSchema, oneOf, text } from './document-fields.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';

interface LogoDocument extends StoredDocument {
  /** The logo's ID: the merchant's ID and a hash of the image. A changed image therefore gets a new ID. */
  readonly _id: string;
  readonly mediaType: Logo['mediaType'];
  readonly base64: string;
}

const schema = collectionSchema<LogoDocument>('logos', {
  mediaType: oneOf('image/png', 'image/jpeg', 'image/webp'),
  base64: text,
});

export function logoModel(connection: Connection): Model<LogoDocument> {
  return collectionModel(connection, 'Logo', schema);
}

export class MongoLogoStore implements LogoStore {
  readonly #model: Model<LogoDocument>;

  constructor(connection: Connection) {
    this.#model = logoModel(connection);
  }

  put(merchantId: string, { hash, mediaType, bytes }: Logo): Promise<void> {
    const _id = idOf(merchantId, hash);
    const logo = { _id, schema: schemaNumbers.logos, mediaType, base64: bytes.toString('base64') };
    return inDatabase(async () => {
      await this.#model.replaceOne({ _id }, logo, { upsert: true });
    });
  }

  find(merchantId: string, hash: string): Promise<Logo | undefined> {
    return inDatabase(async () => {
      const document = await this.#model.findById(idOf(merchantId, hash)).lean<LogoDocument>();
      if (document === null) return undefined;
      const { mediaType, base64 } = document;
      return { hash, mediaType, bytes: Buffer.from(base64, 'base64') };
    });
  }
}

function idOf(merchantId: string, hash: string): string {
  return `${merchantId}/${hash}`;
}
