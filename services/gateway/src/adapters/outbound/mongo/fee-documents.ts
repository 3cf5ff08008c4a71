import type { Connection, Model } from 'mongoose';
import type { BookedFees, DatedFee } from '../../../domain/settlement/channel-fee.ts';
import { collectionModel } from './collection-model.ts';
import {
  absentOr,
  always,
  collectionSchema,
  listOf,
  moment,
  money,
  orNull,
  part,
  text,
} from './document-fields.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';

/** The fees of one booking ID that a channel's books for one day show. */
export interface FeeDocument extends StoredDocument, BookedFees {
  readonly channelId: string;
  /**
   * The day of the channel's books, as `YYYY-MM-DD`. Null for a fee that a version before schema number 2 has stored without
   * its day. The time of such a fee is the time at which the gateway learned of the movement.
   */
  readonly date: string | null;
}

const schema = collectionSchema<FeeDocument>('channel_fees', {
  bookingId: text,
  channelId: text,
  date: orNull(text),
  fees: listOf(part<DatedFee>({ at: moment, fee: money, net: money, isUnreadable: absentOr(always) })),
});

export const ofFirstFeeForm = { schema: 1 } as const;

/** The index of fees that still have schema number 1. It is almost always empty, because a migration converts these fees. */
export const firstFeeFormIndex = {
  fields: { schema: 1 },
  options: { name: 'first_form', partialFilterExpression: ofFirstFeeForm },
} as const;

schema.index({ bookingId: 1 });
schema.index({ channelId: 1, date: 1 });
schema.index(firstFeeFormIndex.fields, firstFeeFormIndex.options);

export function feeModel(connection: Connection): Model<FeeDocument> {
  return collectionModel(connection, 'ChannelFee', schema);
}

/** Returns the document that contains the fees of one booking ID and day. Its `_id` consists of these two. */
export function toFeeDocument(
  day: { readonly channelId: string; readonly date: string },
  { bookingId, fees }: BookedFees,
): FeeDocument {
  const { channelId, date } = day;
  return {
    _id: `${bookingId} ${date}`,
    schema: schemaNumbers.channel_fees,
    bookingId,
    channelId,
    date,
    fees,
  };
}
