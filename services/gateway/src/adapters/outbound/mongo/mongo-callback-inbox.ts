import { type Connection, type Model, Schema, trusted } from 'mongoose';
import { tryAgainAt } from '../../../domain/attention-backoff.ts';
import type { CallbackInbox, ReceivedCallback } from '../../../ports/callback-inbox.ts';
import { inDatabase } from './database-errors.ts';
import { GroupCommit } from './group-commit.ts';
import { nativeCollection } from './native-collection.ts';

interface CallbackDocument extends ReceivedCallback {
  readonly _id: string;
  readonly appliedAt: Date | null;
  /**
   * Set until it is applied: the index on it holds the few that are not, however many were. It moves on
   * when applying fails, so that what always fails lets the others pass.
   */
  readonly unappliedSince: Date | null;
  /** How often applying it failed; absent when it did not. */
  readonly failures?: number;
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
    unappliedSince: { type: Date, default: null },
    failures: { type: Number },
  },
  { collection: 'channel_callbacks', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ receivedAt: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
schema.index({ unappliedSince: 1 }, { partialFilterExpression: { unappliedSince: { $type: 'date' } } });

export class MongoCallbackInbox implements CallbackInbox {
  readonly #model: Model<CallbackDocument>;
  readonly #group: GroupCommit<CallbackDocument>;

  constructor(connection: Connection) {
    this.#model = connection.model<CallbackDocument>('ChannelCallback', schema);
    this.#group = new GroupCommit(this.#model);
  }

  async keep(callback: ReceivedCallback): Promise<'kept' | 'seen_unapplied' | 'seen_applied'> {
    const _id = idOf(callback);
    const kept = { _id, ...callback, appliedAt: null, unappliedSince: callback.receivedAt };
    if ((await this.#group.insert(kept)) === 'inserted') return 'kept';
    const seen = await this.#group.find(_id);
    return seen?.appliedAt == null ? 'seen_unapplied' : 'seen_applied';
  }

  markApplied(callback: ReceivedCallback): Promise<void> {
    return this.#group.update({
      updateOne: {
        filter: { _id: idOf(callback) },
        update: { $set: { appliedAt: new Date(), unappliedSince: null } },
      },
    });
  }

  listUnapplied(before: Date, limit: number): Promise<readonly ReceivedCallback[]> {
    return inDatabase(async () => {
      const documents = await this.#model
        .find({ unappliedSince: trusted({ $lte: before }) })
        .sort({ unappliedSince: 1 })
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

  putOff(callback: ReceivedCallback, now: Date): Promise<void> {
    return inDatabase(async () => {
      const unapplied = { _id: idOf(callback), unappliedSince: { $ne: null } };
      const collection = nativeCollection(this.#model);
      const counted = await collection.findOneAndUpdate(
        unapplied,
        { $inc: { failures: 1 } },
        { returnDocument: 'after', projection: { failures: 1 } },
      );
      if (counted === null) return;
      const unappliedSince = tryAgainAt(counted.failures ?? 1, now);
      await collection.updateOne(unapplied, { $set: { unappliedSince } });
    });
  }
}

/** A callback's ID is unique at its channel only. */
function idOf(callback: ReceivedCallback): string {
  return `${callback.channelType}:${callback.callbackId}`;
}
