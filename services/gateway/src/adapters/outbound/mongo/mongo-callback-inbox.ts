import { type Connection, type Model, trusted } from 'mongoose';
import type { AttentionFailure, ParkedWork } from '../../../domain/parked-work.ts';
import {
  type CallbackIdentity,
  type CallbackInbox,
  callbackIdAmongAll,
  type OrderUpdate,
  type ParkedCallback,
  type ReceivedCallback,
} from '../../../ports/callback-inbox.ts';
import type { ChannelNotification } from '../../../ports/channel-callback.ts';
import type { WaitingPosition } from '../../../ports/order-repository.ts';
import type { WriteTime } from '../../../ports/write-time.ts';
import { Batches } from './batches.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase } from './database-errors.ts';
import { dated } from './dated.ts';
import {
  absentOr,
  collectionSchema,
  kinds,
  moment,
  orNull,
  parkedWork,
  text,
  whole,
} from './document-fields.ts';
import { GroupCommit } from './group-commit.ts';
import { reportedMoney } from './order-schema.ts';
import { putOff } from './put-off.ts';
import { disputeReport, paymentResult, refundResult } from './report-schema.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';

export interface CallbackDocument extends ReceivedCallback, StoredDocument {
  /** When the gateway applied the callback to its order, or an operator settled its case. Null until then. */
  readonly appliedAt: Date | null;
  /**
   * The callback's position in the queue: callbacks with earlier times are applied first. At first, it is the time of arrival.
   * Each failure moves it to a later time, so that a callback that always fails does not block the others. Null once the
   * callback is applied, so the field's index contains only the few waiting callbacks.
   */
  readonly unappliedSince: Date | null;
  /** How often the gateway has failed to apply the callback. Absent if it has never failed. */
  readonly failures?: number;
  /**
   * Set once the gateway has stopped trying to apply the callback after many failures; absent otherwise. While it is set,
   * `unappliedSince` is null, so the search for waiting callbacks does not find the callback. A callback that only waits for an
   * earlier report is still tried (`isStillTried`), and keeps its `unappliedSince`.
   */
  readonly parked?: ParkedWork;
  /**
   * The order that the callback is about, if the gateway must first receive an earlier report about this order. Absent if the
   * callback waits for nothing.
   */
  readonly waitsForOrder?: string;
  /**
   * The channel's reference of the payment whose report must arrive before the callback can be applied; absent if the callback
   * waits for no payment.
   */
  readonly waitsForPayment?: string;
}

const reportedPayment = { openingReference: absentOr(text), paymentReference: absentOr(text) } as const;

const notification = kinds<ChannelNotification>({
  payment: { attemptId: text, result: paymentResult, ...reportedPayment },
  payment_under_way: { attemptId: text, ...reportedPayment },
  refund: { refundId: text, channelReference: absentOr(text), result: refundResult, ...reportedPayment },
  refund_by_reference: {
    attemptId: text,
    channelReference: text,
    amount: absentOr(reportedMoney),
    result: refundResult,
    ...reportedPayment,
  },
  dispute: { attemptId: text, report: disputeReport, ...reportedPayment },
  uncollected: {
    attemptId: text,
    channelReference: text,
    eventReference: absentOr(text),
    reason: text,
    toldAt: absentOr(moment),
    ...reportedPayment,
  },
  for_operator: { reference: text, detail: text, collectedAt: absentOr(moment), ...reportedPayment },
  irrelevant: { type: text },
});

const schema = collectionSchema<CallbackDocument>('channel_callbacks', {
  callbackId: text,
  channelId: text,
  notification,
  receivedAt: moment,
  appliedAt: orNull(moment),
  unappliedSince: orNull(moment),
  failures: absentOr(whole),
  parked: absentOr(parkedWork),
  waitsForOrder: absentOr(text),
  waitsForPayment: absentOr(text),
});
schema.index({ appliedAt: 1 }, { partialFilterExpression: { appliedAt: { $type: 'date' } } });
schema.index({ unappliedSince: 1 }, { partialFilterExpression: { unappliedSince: { $type: 'date' } } });
schema.index({ 'parked.since': 1 }, { partialFilterExpression: { 'parked.since': { $type: 'date' } } });
schema.index({ waitsForOrder: 1 }, { partialFilterExpression: { waitsForOrder: { $type: 'string' } } });
schema.index({ waitsForPayment: 1 }, { partialFilterExpression: { waitsForPayment: { $type: 'string' } } });

/** The members to remove from a callback that no longer waits for anything. */
const noLongerWaiting = { parked: '', waitsForOrder: '', waitsForPayment: '' } as const;

/**
 * A filter for the callbacks that wait for a report about any of the given orders. It repeats the conditions of the partial
 * indexes, because the database uses a partial index only for a query that contains its condition.
 */
export function waitingFor(updates: readonly OrderUpdate[]) {
  const orderIds = updates.map(({ orderId }) => orderId);
  const references = updates.flatMap(({ paymentReferences }) => paymentReferences);
  const forOrder = { waitsForOrder: trusted({ $in: orderIds, $type: 'string' as const }) };
  const forPayment = { waitsForPayment: trusted({ $in: references, $type: 'string' as const }) };
  return references.length === 0 ? forOrder : { $or: [forOrder, forPayment] };
}

export function callbackModel(connection: Connection): Model<CallbackDocument> {
  return collectionModel(connection, 'ChannelCallback', schema);
}

export class MongoCallbackInbox implements CallbackInbox {
  readonly #model: Model<CallbackDocument>;
  readonly #group: GroupCommit<CallbackDocument>;
  readonly #hastening: Batches<HasteningUpdate, undefined>;

  /**
   * @param collectForMs how long two kinds of updates may wait, so that one command serves many callbacks: those that mark
   * callbacks as applied, and those that make callbacks due because the report that they waited for has arrived
   */
  constructor(connection: Connection, collectForMs = 0) {
    this.#model = callbackModel(connection);
    this.#group = new GroupCommit(this.#model, undefined, collectForMs);
    this.#hastening = new Batches((waiting) => this.#hastenFor(waiting), collectForMs);
  }

  async keep(callback: ReceivedCallback): Promise<'kept' | 'seen_unapplied' | 'seen_applied'> {
    const _id = callbackIdAmongAll(callback);
    const kept = {
      _id,
      schema: schemaNumbers.channel_callbacks,
      ...callback,
      appliedAt: null,
      unappliedSince: callback.receivedAt,
    };
    if ((await this.#group.insert(kept)) === 'inserted') return 'kept';
    const seen = await this.#group.find(_id);
    return seen?.appliedAt == null ? 'seen_unapplied' : 'seen_applied';
  }

  markApplied(callback: ReceivedCallback, now: Date, when?: WriteTime): Promise<void> {
    const update = { $set: { appliedAt: now, unappliedSince: null }, $unset: noLongerWaiting };
    return this.#group.update({ filter: { _id: callbackIdAmongAll(callback) }, update }, when);
  }

  removeApplied(before: Date, limit: number): Promise<number> {
    return inDatabase(async () => {
      const isOver = { appliedAt: dated({ $lt: before }) };
      const found = await this.#model.find(isOver, { _id: 1 }).limit(limit).lean();
      if (found.length === 0) return 0;
      const { deletedCount } = await this.#model.deleteMany({
        _id: trusted({ $in: found.map(({ _id }) => _id) }),
        ...isOver,
      });
      return deletedCount;
    });
  }

  listUnapplied(before: Date, limit: number): Promise<readonly ReceivedCallback[]> {
    return inDatabase(async () => {
      const documents = await this.#model
        .find({ unappliedSince: dated({ $lte: before }) })
        .sort({ unappliedSince: 1 })
        .limit(limit)
        .lean<CallbackDocument[]>();
      return documents.map(toCallback);
    });
  }

  putOff(callback: ReceivedCallback, failure: AttentionFailure, now: Date): Promise<ParkedWork | null> {
    const work = {
      due: { _id: callbackIdAmongAll(callback), unappliedSince: trusted({ $ne: null }) },
      failuresField: 'failures',
      failuresOf: ({ failures }: CallbackDocument) => failures,
      waiting: (until: Date) => ({
        unappliedSince: until,
        ...(failure.kind === 'waiting' && awaitedBy(failure)),
      }),
      listed: {
        update: ({ since, failures, reason }: ParkedWork) => ({
          $set: { 'parked.failures': failures, 'parked.reason': reason, 'parked.isStillTried': true },
          // If the callback is already a case, keep the time at which it became one.
          $min: { 'parked.since': since },
        }),
        field: 'parked',
      },
      parked: (parked: ParkedWork) => ({ unappliedSince: null, parked }),
    } as const;
    return putOff(this.#model, work, failure, now);
  }

  failuresOf(callback: CallbackIdentity): Promise<number> {
    return inDatabase(async () => {
      const found = await this.#model
        .findById(callbackIdAmongAll(callback), { failures: 1 })
        .lean<CallbackDocument>();
      return found?.failures ?? 0;
    });
  }

  isPaymentParked(channelId: string, paymentReference: string): Promise<boolean> {
    return inDatabase(async () => {
      const found = await this.#model.exists({
        'parked.since': dated(),
        channelId,
        'notification.kind': 'payment',
        'notification.result.paymentReference': paymentReference,
      });
      return found !== null;
    });
  }

  listParked(after: WaitingPosition | null, limit: number): Promise<readonly ParkedCallback[]> {
    return inDatabase(async () => {
      const documents = await this.#model
        .find(
          after === null
            ? { 'parked.since': dated() }
            : {
                'parked.since': dated({ $gte: after.since }),
                $or: [{ 'parked.since': trusted({ $gt: after.since }) }, { _id: trusted({ $gt: after.id }) }],
              },
        )
        .sort({ 'parked.since': 1, _id: 1 })
        .limit(limit)
        .lean<CallbackDocument[]>();
      return documents.flatMap(({ parked, ...document }) =>
        parked === undefined ? [] : [{ callback: toCallback(document), parked }],
      );
    });
  }

  resume(callback: CallbackIdentity, now: Date): Promise<'resumed' | 'not_parked'> {
    return inDatabase(async () => {
      const { matchedCount } = await this.#model.updateOne(
        { _id: callbackIdAmongAll(callback), parked: trusted({ $exists: true }) },
        { $set: { unappliedSince: now }, $unset: { parked: '', failures: '' } },
      );
      return matchedCount === 1 ? 'resumed' : 'not_parked';
    });
  }

  settle(callback: CallbackIdentity, since: Date, now: Date): Promise<'settled' | 'not_parked'> {
    return inDatabase(async () => {
      const { matchedCount } = await this.#model.updateOne(
        { _id: callbackIdAmongAll(callback), 'parked.since': since },
        { $set: { appliedAt: now, unappliedSince: null }, $unset: noLongerWaiting },
      );
      return matchedCount === 1 ? 'settled' : 'not_parked';
    });
  }

  async hastenWaiting(update: OrderUpdate, now: Date): Promise<void> {
    await this.#hastening.add({ update, now });
  }

  #hastenFor(waiting: readonly HasteningUpdate[]): Promise<readonly undefined[]> {
    return inDatabase(async () => {
      const now = new Date(Math.max(...waiting.map((each) => each.now.getTime())));
      await this.#model.updateMany(
        { ...waitingFor(waiting.map(({ update }) => update)), unappliedSince: trusted({ $gt: now }) },
        { $set: { unappliedSince: now } },
      );
      return waiting.map(() => undefined);
    });
  }
}

interface HasteningUpdate {
  readonly update: OrderUpdate;
  readonly now: Date;
}

function awaitedBy({
  orderId,
  paymentReference,
}: Extract<AttentionFailure, { kind: 'waiting' }>): Pick<
  CallbackDocument,
  'waitsForOrder' | 'waitsForPayment'
> {
  return {
    ...(orderId !== null && { waitsForOrder: orderId }),
    ...(paymentReference !== undefined && { waitsForPayment: paymentReference }),
  };
}

function toCallback({ callbackId, channelId, notification, receivedAt }: ReceivedCallback): ReceivedCallback {
  return { callbackId, channelId, notification, receivedAt };
}
