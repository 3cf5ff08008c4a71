import { type Connection, type Model, trusted } from 'mongoose';
import type { DatedFee, FeesOfDay } from '../../../domain/settlement/channel-fee.ts';
import type { ChannelFees } from '../../../ports/channel-fees.ts';
import { inDatabase } from './database-errors.ts';
import { type FeeDocument, feeModel, toFeeDocument } from './fee-documents.ts';
import { writeTogether } from './write-together.ts';

const FEES_AT_A_TIME = 1_000;
/**
 * A limit that no search reaches. A settlement report looks up some hundred booking IDs together, and each has a few documents.
 */
const MOST_FOUND = 100_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * The channel books a movement on one day, and the gateway learns of it on another. This is the maximum number of days between
 * the two.
 */
const DAYS_APART = 7;

/** Stores channels' fees. A document contains the fees of one booking ID and day. */
export class MongoChannelFees implements ChannelFees {
  readonly #model: Model<FeeDocument>;

  constructor(connection: Connection) {
    this.#model = feeModel(connection);
  }

  async record(day: FeesOfDay): Promise<void> {
    const documents = day.booked.map((booked) => toFeeDocument(day, booked));
    for (let start = 0; start < documents.length; start += FEES_AT_A_TIME) {
      const some = documents.slice(start, start + FEES_AT_A_TIME);
      await inDatabase(() => writeTogether(some, (these) => this.#replace(these)));
      await this.#dropUndated(day, some);
    }
    // Remove old fees only after all new ones are written, so that a known fee is never missing in between.
    if (!day.mayLackFees) await this.#dropOthers(day, documents);
  }

  #replace(documents: readonly FeeDocument[]): Promise<unknown> {
    const operations = documents.map((replacement) => {
      return { replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true } };
    });
    // Without this option, Mongoose would skip an invalid document without an error.
    return this.#model.bulkWrite(operations, { ordered: false, throwOnValidationError: true });
  }

  /**
   * Drops fees that an earlier version has stored without their day, if they can belong to movements of this day. If the same
   * money moved twice within these days, the fee of the other movement is dropped too. That fee is then unknown until the books
   * for its own day are read again. The report never shows a wrong fee.
   */
  async #dropUndated({ date }: FeesOfDay, documents: readonly FeeDocument[]): Promise<void> {
    const bookingId = trusted({ $in: documents.map((document) => document.bookingId) });
    const noonMs = Date.parse(`${date}T12:00:00Z`);
    const at = {
      $gt: new Date(noonMs - DAYS_APART * DAY_MS),
      $lt: new Date(noonMs + DAYS_APART * DAY_MS),
    };
    const fees = trusted({ $elemMatch: { at } });
    await inDatabase(() => this.#model.deleteMany({ bookingId, date: null, fees }));
  }

  /** Drops fees that were recorded earlier for this day but are no longer in its books. */
  async #dropOthers({ channelId, date }: FeesOfDay, documents: readonly FeeDocument[]): Promise<void> {
    const kept = new Set(documents.map(({ _id }) => _id));
    const recorded = await inDatabase(() =>
      this.#model.find({ channelId, date }, { _id: 1 }).lean<Pick<FeeDocument, '_id'>[]>(),
    );
    const others = recorded.flatMap(({ _id }) => (kept.has(_id) ? [] : [_id]));
    for (let start = 0; start < others.length; start += FEES_AT_A_TIME) {
      const some = others.slice(start, start + FEES_AT_A_TIME);
      await inDatabase(() => this.#model.deleteMany({ _id: trusted({ $in: some }) }));
    }
  }

  find(bookingIds: readonly string[]): Promise<ReadonlyMap<string, readonly DatedFee[]>> {
    if (bookingIds.length === 0) return Promise.resolve(new Map());
    return inDatabase(async () => {
      const documents = await this.#model
        .find({ bookingId: trusted({ $in: [...bookingIds] }) })
        // For a further batch, DocumentDB would repeat the search. If a reconciliation writes fees meanwhile, it would then find
        // some fees twice, and others not at all.
        .batchSize(MOST_FOUND)
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
