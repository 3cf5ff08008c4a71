import { type Connection, type Model, trusted } from 'mongoose';
import type { BookedFee, ChannelFee } from '../../../domain/settlement/channel-fee.ts';
import type { ChannelFees } from '../../../ports/channel-fees.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase } from './database-errors.ts';
import { collectionSchema, money } from './document-fields.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';
import { writeTogether } from './write-together.ts';

interface FeeDocument extends StoredDocument, ChannelFee {}

const schema = collectionSchema<FeeDocument>('channel_fees', { fee: money, net: money });

const FEES_AT_A_TIME = 1_000;

export function feeModel(connection: Connection): Model<FeeDocument> {
  return collectionModel(connection, 'ChannelFee', schema);
}

/** Stores channels' fees. A document's `_id` is the ID of the movement in the channel's books. */
export class MongoChannelFees implements ChannelFees {
  readonly #model: Model<FeeDocument>;

  constructor(connection: Connection) {
    this.#model = feeModel(connection);
  }

  async record(fees: readonly BookedFee[]): Promise<void> {
    const latest = [...new Map(fees.map((fee) => [fee.bookingId, fee])).values()];
    for (let start = 0; start < latest.length; start += FEES_AT_A_TIME) {
      const part = latest.slice(start, start + FEES_AT_A_TIME);
      await inDatabase(() => writeTogether(part, (some) => this.#replace(some)));
    }
  }

  #replace(fees: readonly BookedFee[]): Promise<unknown> {
    const operations = fees.map(({ bookingId, fee, net }) => ({
      replaceOne: {
        filter: { _id: bookingId },
        replacement: { _id: bookingId, schema: schemaNumbers.channel_fees, fee, net },
        upsert: true,
      },
    }));
    // Without this option, Mongoose would skip an invalid document silently.
    return this.#model.bulkWrite(operations, { ordered: false, throwOnValidationError: true });
  }

  find(bookingIds: readonly string[]): Promise<ReadonlyMap<string, ChannelFee>> {
    if (bookingIds.length === 0) return Promise.resolve(new Map());
    return inDatabase(async () => {
      const documents = await this.#model
        .find({ _id: trusted({ $in: [...bookingIds] }) })
        .lean<FeeDocument[]>();
      return new Map(documents.map(({ _id, fee, net }) => [_id, { fee, net }]));
    });
  }
}
