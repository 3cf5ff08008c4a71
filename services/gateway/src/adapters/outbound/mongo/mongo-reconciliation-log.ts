import { type Connection, type Model, Schema } from 'mongoose';
import type { AgreedSum, Reconciliation } from '../../../domain/reconciliation/reconciliation.ts';
import type { Moment } from '../../../ports/clock.ts';
import type {
  ChannelDay,
  DueDay,
  ReconciliationLog,
  ReconciliationOutcome,
  ReconciliationRecord,
} from '../../../ports/reconciliation-log.ts';
import { inDatabase, isDuplicateKey } from './database-errors.ts';
import { nativeCollection } from './native-collection.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';
import { writeTogether } from './write-together.ts';

/** A backlog of years is written in several round trips. */
const DAYS_AT_A_TIME = 500;

/** Sums are stored as strings, because they can exceed what a number holds exactly. */
type StoredOutcome =
  | Exclude<ReconciliationOutcome, { kind: 'compared' }>
  | (Omit<Extract<ReconciliationOutcome, { kind: 'compared' }>, 'reconciliation'> & {
      readonly reconciliation: Omit<Reconciliation, 'agreed'> & {
        readonly agreed: readonly (Omit<AgreedSum, 'sumMinor'> & { readonly sumMinor: string })[];
      };
    });

/** The ID starts with the date, then the channel, so that the latest day comes last. */
interface ReconciliationDocument extends ChannelDay, StoredDocument {
  readonly claimedUntil: Date | null;
  readonly outcome: StoredOutcome | null;
  /** When the comparison is due; null when it is not. */
  readonly dueAt: Date | null;
}

const schema = new Schema<ReconciliationDocument>(
  {
    _id: { type: String, required: true },
    schema: { type: Number, required: true },
    channelId: { type: String, required: true },
    date: { type: String, required: true },
    claimedUntil: { type: Date, default: null },
    outcome: { type: Schema.Types.Mixed, default: null },
    dueAt: { type: Date, default: null },
  },
  {
    collection: 'reconciliations',
    versionKey: false,
    minimize: false,
    strict: 'throw',
    suppressReservedKeysWarning: true,
  },
);
schema.index({ channelId: 1, date: 1 });
// The index is as long as the backlog: a day that is finished for good is not in it.
schema.index({ date: -1, channelId: -1 }, { partialFilterExpression: { dueAt: { $type: 'date' } } });

export class MongoReconciliationLog implements ReconciliationLog {
  readonly #model: Model<ReconciliationDocument>;

  constructor(connection: Connection) {
    this.#model = connection.model<ReconciliationDocument>('Reconciliation', schema);
  }

  datesOf(channelId: string, upTo: string): Promise<readonly string[]> {
    return inDatabase(async () => {
      const days = await nativeCollection(this.#model)
        .find({ channelId, date: { $lte: upTo } })
        .project<{ date: string }>({ _id: 0, date: 1 })
        .sort({ date: 1 })
        .toArray();
      return days.map(({ date }) => date);
    });
  }

  async open(days: readonly DueDay[]): Promise<void> {
    const documents = days.map((day) => documentOf(day, null));
    for (let start = 0; start < documents.length; start += DAYS_AT_A_TIME) {
      const part = documents.slice(start, start + DAYS_AT_A_TIME);
      await inDatabase(() =>
        writeTogether(part, (some) =>
          nativeCollection(this.#model).insertMany([...some], { ordered: false }),
        ),
      );
    }
  }

  listDue(
    channelIds: readonly string[],
    { business, real }: Moment,
    limit: number,
  ): Promise<readonly ChannelDay[]> {
    return inDatabase(() =>
      nativeCollection(this.#model)
        .find({
          dueAt: { $type: 'date', $lte: business },
          channelId: { $in: [...channelIds] },
          $or: [{ claimedUntil: null }, { claimedUntil: { $lte: real } }],
        })
        .project<ChannelDay>({ _id: 0, channelId: 1, date: 1 })
        .sort({ date: -1, channelId: -1 })
        .limit(limit)
        .toArray(),
    );
  }

  claim(day: DueDay, { now, until }: { now: Date; until: Date }): Promise<'claimed' | 'in_hand'> {
    return inDatabase(async () => {
      const collection = nativeCollection(this.#model);
      try {
        await collection.insertOne(documentOf(day, until));
        return 'claimed';
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const { matchedCount } = await collection.updateOne(
        { _id: idOf(day), $or: [{ claimedUntil: null }, { claimedUntil: { $lte: now } }] },
        { $set: { claimedUntil: until } },
      );
      return matchedCount === 1 ? 'claimed' : 'in_hand';
    });
  }

  conclude(
    day: ChannelDay,
    claimedUntil: Date,
    outcome: ReconciliationOutcome,
    dueAt: Date | null,
  ): Promise<void> {
    return inDatabase(async () => {
      await nativeCollection(this.#model).updateOne(
        { _id: idOf(day), claimedUntil },
        { $set: { claimedUntil: null, outcome: toStored(outcome), dueAt } },
      );
    });
  }

  find(day: ChannelDay): Promise<ReconciliationRecord | undefined> {
    return inDatabase(async () => {
      const document = await nativeCollection(this.#model).findOne({ _id: idOf(day) });
      return document === null ? undefined : toRecord(document);
    });
  }

  list(after: ChannelDay | null, limit: number): Promise<readonly ReconciliationRecord[]> {
    return inDatabase(async () => {
      const documents = await nativeCollection(this.#model)
        .find(after === null ? {} : { _id: { $lt: idOf(after) } })
        .sort({ _id: -1 })
        .limit(limit)
        .toArray();
      return documents.map(toRecord);
    });
  }
}

function documentOf({ channelId, date, dueAt }: DueDay, claimedUntil: Date | null): ReconciliationDocument {
  return {
    _id: idOf({ channelId, date }),
    schema: schemaNumbers.reconciliations,
    channelId,
    date,
    claimedUntil,
    outcome: null,
    dueAt,
  };
}

function idOf({ date, channelId }: ChannelDay): string {
  return `${date} ${channelId}`;
}

function toStored(outcome: ReconciliationOutcome): StoredOutcome {
  if (outcome.kind === 'unavailable') return outcome;
  const { agreed, ...rest } = outcome.reconciliation;
  const sums = agreed.map(({ sumMinor, ...sum }) => ({ ...sum, sumMinor: String(sumMinor) }));
  return { ...outcome, reconciliation: { ...rest, agreed: sums } };
}

function toRecord({ channelId, date, claimedUntil, outcome }: ReconciliationDocument): ReconciliationRecord {
  return { channelId, date, claimedUntil, outcome: outcome && toOutcome(outcome) };
}

function toOutcome(outcome: StoredOutcome): ReconciliationOutcome {
  if (outcome.kind === 'unavailable') return outcome;
  const { agreed, ...rest } = outcome.reconciliation;
  const sums = agreed.map(({ sumMinor, ...sum }) => ({ ...sum, sumMinor: BigInt(sumMinor) }));
  return { ...outcome, reconciliation: { ...rest, agreed: sums } };
}
