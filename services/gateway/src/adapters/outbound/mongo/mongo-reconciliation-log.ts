import { disputeStates, type Money } from '@kassa/contracts';
import { type Connection, type Model, trusted } from 'mongoose';
import {
  type AgreedSum,
  type Difference,
  differenceKinds,
  type Finding,
  type Reconciliation,
  type Side,
} from '../../../domain/reconciliation/reconciliation.ts';
import type { AccountFees } from '../../../domain/reconciliation/statement-line.ts';
import type { Moment } from '../../../ports/clock.ts';
import type {
  ChannelDay,
  DueDay,
  ReconciliationLog,
  ReconciliationOutcome,
  ReconciliationRecord,
  UnavailableBooks,
} from '../../../ports/reconciliation-log.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase, isDuplicateKey } from './database-errors.ts';
import { dated } from './dated.ts';
import {
  absentOr,
  anyNumber,
  collectionSchema,
  type Fields,
  kinds,
  listOf,
  moment,
  oneOf,
  orNull,
  part,
  text,
  whole,
  yesOrNo,
} from './document-fields.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';
import { writeTogether } from './write-together.ts';

/**
 * The maximum number of days that one request to the database stores. If years of days are to be stored, several requests are
 * needed.
 */
const DAYS_AT_A_TIME = 500;

/** A sum of amounts as it is stored: as a string, because it can exceed the numbers that JavaScript represents exactly. */
type Stored<Sum extends { readonly sumMinor: bigint }> = Omit<Sum, 'sumMinor'> & {
  readonly sumMinor: string;
};

type StoredReconciliation = Omit<Reconciliation, 'agreed' | 'accountFees'> & {
  readonly agreed: readonly Stored<AgreedSum>[];
  readonly accountFees?: readonly Stored<AccountFees>[];
};

type StoredOutcome =
  | Exclude<ReconciliationOutcome, { kind: 'compared' }>
  | (Omit<Extract<ReconciliationOutcome, { kind: 'compared' }>, 'reconciliation'> & {
      readonly reconciliation: StoredReconciliation;
    });

/**
 * The stored result of comparing a channel's books for one day with the gateway's orders. Its ID begins with the date, so
 * sorting by ID sorts by day.
 */
interface ReconciliationDocument extends ChannelDay, StoredDocument {
  readonly claimedUntil: Date | null;
  readonly outcome: StoredOutcome | null;
  /** When the day's books must be compared next. Null if no comparison is due. */
  readonly dueAt: Date | null;
}

const side = part<Side>({
  amount: part<Money>({ amountMinor: anyNumber, currency: text }),
  state: oneOf('pending', 'succeeded', 'failed', 'cancelled', ...disputeStates),
  at: orNull(moment),
});

const finding: Fields<Finding> = {
  subject: oneOf('payment', 'refund', 'dispute'),
  reference: text,
  orderId: orNull(text),
  channelReference: orNull(text),
  here: orNull(side),
  there: orNull(side),
  detail: orNull(text),
};

const reconciliation = part<StoredReconciliation>({
  counts: part<Reconciliation['counts']>({
    missing_here: whole,
    missing_there: whole,
    amount: whole,
    state: whole,
  }),
  differences: listOf(part<Difference>({ ...finding, kind: oneOf(...differenceKinds) })),
  pendingCount: whole,
  pending: listOf(part<Finding>(finding)),
  agreed: listOf(
    part<Stored<AgreedSum>>({ subject: finding.subject, currency: text, count: whole, sumMinor: text }),
  ),
  agreedAcrossDays: whole,
  foreign: whole,
  accountFees: absentOr(listOf(part<Stored<AccountFees>>({ currency: text, count: whole, sumMinor: text }))),
});

const unavailable: Fields<UnavailableBooks> = { detail: text, at: moment };

const schema = collectionSchema<ReconciliationDocument>('reconciliations', {
  channelId: text,
  date: text,
  claimedUntil: orNull(moment),
  outcome: orNull(
    kinds<StoredOutcome>({
      compared: { reconciliation, isFinal: yesOrNo, at: moment, unavailable: absentOr(part(unavailable)) },
      unavailable,
    }),
  ),
  dueAt: orNull(moment),
});
schema.index({ channelId: 1, date: 1 });
// This index contains only the days that still need a comparison, so it is short.
schema.index({ date: -1, channelId: -1 }, { partialFilterExpression: { dueAt: { $type: 'date' } } });

export function reconciliationModel(connection: Connection): Model<ReconciliationDocument> {
  return collectionModel(connection, 'Reconciliation', schema);
}

export class MongoReconciliationLog implements ReconciliationLog {
  readonly #model: Model<ReconciliationDocument>;

  constructor(connection: Connection) {
    this.#model = reconciliationModel(connection);
  }

  datesOf(channelId: string, upTo: string): Promise<readonly string[]> {
    return inDatabase(async () => {
      const days = await this.#model
        .find({ channelId, date: trusted({ $lte: upTo }) }, { _id: 0, date: 1 })
        .sort({ date: 1 })
        .lean<Pick<ReconciliationDocument, 'date'>[]>();
      return days.map(({ date }) => date);
    });
  }

  async open(days: readonly DueDay[]): Promise<void> {
    const documents = days.map((day) => documentOf(day, null));
    for (let start = 0; start < documents.length; start += DAYS_AT_A_TIME) {
      const part = documents.slice(start, start + DAYS_AT_A_TIME);
      await inDatabase(() =>
        writeTogether(part, (some) =>
          this.#model.insertMany([...some], { ordered: false, throwOnValidationError: true }),
        ),
      );
    }
  }

  reopen(datedAfter: Date, dueAtOf: (date: string) => Date): Promise<void> {
    return inDatabase(async () => {
      const later = trusted({ $gt: datedAfter });
      const isDatedLater = {
        $or: [{ 'outcome.unavailable': null, 'outcome.at': later }, { 'outcome.unavailable.at': later }],
      };
      const days = await this.#model
        .find(isDatedLater, { date: 1 })
        .lean<Pick<ReconciliationDocument, '_id' | 'date'>[]>();
      for (const { _id, date } of days) {
        await this.#model.updateOne({ _id, ...isDatedLater }, { $set: { dueAt: dueAtOf(date) } });
      }
    });
  }

  listDue(
    channelIds: readonly string[],
    { business, real }: Moment,
    limit: number,
  ): Promise<readonly ChannelDay[]> {
    return inDatabase(() =>
      this.#model
        .find(
          {
            dueAt: dated({ $lte: business }),
            channelId: trusted({ $in: [...channelIds] }),
            $or: [{ claimedUntil: null }, { claimedUntil: trusted({ $lte: real }) }],
          },
          { _id: 0, channelId: 1, date: 1 },
        )
        .sort({ date: -1, channelId: -1 })
        .limit(limit)
        .lean<ChannelDay[]>(),
    );
  }

  claim(day: DueDay, { now, until }: { now: Date; until: Date }): Promise<'claimed' | 'in_hand'> {
    return inDatabase(async () => {
      try {
        await this.#model.insertOne(documentOf(day, until));
        return 'claimed';
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const { matchedCount } = await this.#model.updateOne(
        { _id: idOf(day), $or: [{ claimedUntil: null }, { claimedUntil: trusted({ $lte: now }) }] },
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
      await this.#model.updateOne(
        { _id: idOf(day), claimedUntil },
        { $set: { claimedUntil: null, outcome: toStored(outcome), dueAt } },
      );
    });
  }

  find(day: ChannelDay): Promise<ReconciliationRecord | undefined> {
    return inDatabase(async () => {
      const document = await this.#model.findById(idOf(day)).lean<ReconciliationDocument>();
      return document === null ? undefined : toRecord(document);
    });
  }

  list(after: ChannelDay | null, limit: number): Promise<readonly ReconciliationRecord[]> {
    return inDatabase(async () => {
      const documents = await this.#model
        .find(after === null ? {} : { _id: trusted({ $lt: idOf(after) }) })
        .sort({ _id: -1 })
        .limit(limit)
        .lean<ReconciliationDocument[]>();
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
  const { agreed, accountFees, ...rest } = outcome.reconciliation;
  const sums = {
    agreed: agreed.map(asStored),
    ...(accountFees && { accountFees: accountFees.map(asStored) }),
  };
  return { ...outcome, reconciliation: { ...rest, ...sums } };
}

function toRecord({ channelId, date, claimedUntil, outcome }: ReconciliationDocument): ReconciliationRecord {
  return { channelId, date, claimedUntil, outcome: outcome && toOutcome(outcome) };
}

function toOutcome(outcome: StoredOutcome): ReconciliationOutcome {
  if (outcome.kind === 'unavailable') return outcome;
  const { agreed, accountFees, ...rest } = outcome.reconciliation;
  const sums = {
    agreed: agreed.map(fromStored),
    ...(accountFees && { accountFees: accountFees.map(fromStored) }),
  };
  return { ...outcome, reconciliation: { ...rest, ...sums } };
}

function asStored<Sum extends { readonly sumMinor: bigint }>({ sumMinor, ...sum }: Sum) {
  return { ...sum, sumMinor: String(sumMinor) };
}

function fromStored<Sum extends { readonly sumMinor: string }>({ sumMinor, ...sum }: Sum) {
  return { ...sum, sumMinor: BigInt(sumMinor) };
}
