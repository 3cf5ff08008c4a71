import { type Connection, type Model, Schema, trusted } from 'mongoose';
import type { CallbackInbox, ReceivedCallback } from '../../../ports/callback-inbox.ts';
import { inDatabase, isDuplicateKey } from './database-errors.ts';

interface CallbackDocument extends ReceivedCallback {
  readonly _id: string;
  readonly appliedAt: Date | null;
}

const RETENTION_SECONDS = 30 * 24 * 60 * 60;

const schema = new Schema<CallbackDocument>(
  {
    _id: { type: String, required: true },
    callbackId: { type: String, required: true },
    channelType: { type: String, required: true },
    notification: { type: Schema.Types.Mixed, required: true },
    receivedAt: { type: Date, required: true },
    appliedAt: { type: Date, default: null },
  },
  { collection: 'channel_callbacks', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ receivedAt: 1 }, { expireAfterSeconds: RETENTION_SECONDS });

export class MongoCallbackInbox implements CallbackInbox {
  readonly #model: Model<CallbackDocument>;

  constructor(connection: Connection) {
    this.#model = connection.model<CallbackDocument>('ChannelCallback', schema);
  }

  keep(callback: ReceivedCallback): Promise<'kept' | 'seen_unapplied' | 'seen_applied'> {
    return inDatabase(async () => {
      try {
        await this.#model.create({ _id: idOf(callback), ...callback, appliedAt: null });
        return 'kept';
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const seen = await this.#model.findById(idOf(callback), { appliedAt: 1 }).lean();
        return seen?.appliedAt == null ? 'seen_unapplied' : 'seen_applied';
      }
    });
  }

  markApplied(callback: ReceivedCallback): Promise<void> {
    return inDatabase(async () => {
      await this.#model.updateOne({ _id: idOf(callback) }, { $set: { appliedAt: new Date() } });
    });
  }

  listUnapplied(before: Date, limit: number): Promise<readonly ReceivedCallback[]> {
    return inDatabase(async () => {
      const documents = await this.#model
        .find({ appliedAt: null, receivedAt: trusted({ $lte: before }) })
        .sort({ receivedAt: 1 })
        .limit(limit)
        .lean<CallbackDocument[]>();
      return documents.map(({ callbackId, channelType, notification, receivedAt }) => ({
        callbackId,
        channelType,
        notification,
        receivedAt,
      }));
    });
  }
}

/** A callback's ID is unique at its channel only. */
function idOf(callback: ReceivedCallback): string {
  return `${callback.channelType}:${callback.callbackId}`;
}
