import { type Connection, type Model, trusted } from 'mongoose';
import type { DatedFee, FeesOfDay } from '../../../domain/settlement/channel-fee.ts';
import type { ChannelFees } from '../../../ports/channel-fees.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase } from './database-errors.ts';
import { collectionSchema, listOf, moment, money, part, text } from './document-fields.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';
import { writeTogether } from './write-together.ts';

interface FeeDocument extends StoredDocument, Pick<FeesOfDay, 'bookingId' | 'fees'> {}

const schema = collectionSchema<FeeDocument>('channel_fees', {
  bookingId: text,
  fees: listOf(part<DatedFee>({ at: moment, fee: money, net: money })),
});
schema.index({ bookingId: 1 });

const FEES_AT_A_TIME = 1_000;

export function feeModel(connection: Connection): Model<FeeDocument> {
  return collectionModel(connection, 'ChannelFee', schema);
}

/** Stores channels' fees. A document has the fees of one booking ID and day, and both make up its `_id`. */
export class MongoChannelFees implements ChannelFees {
  readonly #model: Model<FeeDocument>;

  constructor(connection: Connection) {
    this.#model = feeModel(connection);
  }

  async record(days: readonly FeesOfDay[]): Promise<void> {
    for (let start = 0; start < days.length; start += FEES_AT_A_TIME) {
      const some = days.slice(start, start + FEES_AT_A_TIME);
      await inDatabase(() => writeTogether(some, (these) => this.#replace(these)));
    }
  }

  #replace(days: readonly FeesOfDay[]): Promise<unknown> {
    const operations = days.map(({ bookingId, date, fees }) => {
      const _id = `${bookingId} ${date}`;
      const replacement = { _id, schema: schemaNumbers.channel_fees, bookingId, fees };
      return { replaceOne: { filter: { _id }, replacement, upsert: true } };
    });
    // Without this option, Mongoose would skip an invalid document silently.
    return this.#model.bulkWrite(operations, { ordered: false, throwOnValidationError: true });
  }

  find(bookingIds: readonly string[]): Promise<ReadonlyMap<string, readonly DatedFee[]>> {
    if (bookingIds.length === 0) return Promise.resolve(new Map());
    return inDatabase(async () => {
      const documents = await this.#model
        .find({ bookingId: trusted({ $in: [...bookingIds] }) })
        .lean<FeeDocument[]>();
      return new Map(
        Array.from(
          Map.groupBy(documents, ({ bookingId }) => bookingId),
          ([bookingId, ofDays]) => [bookingId, ofDays.flatMap(({ fees }) => fees)],
        ),
      );
    });
  }
}
