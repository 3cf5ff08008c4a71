import { type Connection, type Model, Schema } from 'mongoose';
import type { AgreedSum, Reconciliation } from '../../../domain/reconciliation/reconciliation.ts';
import type {
  ChannelDay,
  ReconciliationLog,
  ReconciliationOutcome,
  ReconciliationRecord,
} from '../../../ports/reconciliation-log.ts';
import { inDatabase, isDuplicateKey } from './database-errors.ts';
import { nativeCollection } from './native-collection.ts';

/** Sums are kept as text: they can be beyond what a number holds exactly. */
type StoredOutcome =
  | Exclude<ReconciliationOutcome, { kind: 'compared' }>
  | (Omit<Extract<ReconciliationOutcome, { kind: 'compared' }>, 'reconciliation'> & {
      readonly reconciliation: Omit<Reconciliation, 'agreed'> & {
        readonly agreed: readonly (Omit<AgreedSum, 'sumMinor'> & { readonly sumMinor: string })[];
      };
    });

interface ReconciliationDocument extends ChannelDay {
  /** The date and then the channel, so that the latest day comes last. */
  readonly _id: string;
  readonly claimedUntil: Date | null;
  readonly outcome: StoredOutcome | null;
}

const schema = new Schema<ReconciliationDocument>(
  {
    _id: { type: String, required: true },
    channelId: { type: String, required: true },
    date: { type: String, required: true },
    claimedUntil: { type: Date, default: null },
    outcome: { type: Schema.Types.Mixed, default: null },
  },
  { collection: 'reconciliations', versionKey: false, minimize: false, strict: 'throw' },
);

export class MongoReconciliationLog implements ReconciliationLog {
  readonly #model: Model<ReconciliationDocument>;

  constructor(connection: Connection) {
    this.#model = connection.model<ReconciliationDocument>('Reconciliation', schema);
  }

  claim(day: ChannelDay, { now, until }: { now: Date; until: Date }): Promise<'claimed' | 'in_hand'> {
    return inDatabase(async () => {
      const collection = nativeCollection(this.#model);
      const { channelId, date } = day;
      try {
        await collection.insertOne({ _id: idOf(day), channelId, date, claimedUntil: until, outcome: null });
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

  conclude(day: ChannelDay, claimedUntil: Date, outcome: ReconciliationOutcome): Promise<void> {
    return inDatabase(async () => {
      await nativeCollection(this.#model).updateOne(
        { _id: idOf(day), claimedUntil },
        { $set: { claimedUntil: null, outcome: toStored(outcome) } },
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
