import { type Model, type QueryFilter, trusted, type UpdateQuery } from 'mongoose';
import {
  type AttentionFailure,
  isHopeless,
  type ParkedWork,
  planAttention,
} from '../../../domain/parked-work.ts';
import { inDatabase } from './database-errors.ts';

/** Describes how the documents of a collection store work that is retried after a failure, such as applying a callback. */
interface WaitingWork<Document> {
  /** A filter that matches the document only while its work still has to be done. */
  readonly due: QueryFilter<Document>;
  /** The name of the field that counts the failures of the work. The field is absent if it has never failed. */
  readonly failuresField: string;
  readonly failuresOf: (document: Document) => number | undefined;
  /** Returns the fields to set when the work is postponed until the given time. */
  readonly waiting: (until: Date) => Readonly<Record<string, unknown>>;
  /**
   * Returns the update that opens a case for failed work while the work is still retried, because an earlier report may yet
   * arrive. Absent for kinds of work that never wait for an earlier report.
   */
  readonly listed?: {
    readonly update: (parked: ParkedWork) => ListingUpdate;
    /** The name of the field that a document has only if its work is already a case. */
    readonly field: keyof Document & string;
  };
  /** What to set when the work is parked. */
  readonly parked: (parked: ParkedWork) => Readonly<Record<string, unknown>>;
  /** What to remove when the work is parked. */
  readonly removedWhenParked?: readonly string[];
}

interface ListingUpdate {
  readonly $set: Readonly<Record<string, unknown>>;
  readonly $min: Readonly<Record<string, Date>>;
}

/**
 * Postpones failed work. After too many failures, parks the work instead, so that it waits for an operator. If the count of
 * failures has changed meanwhile, nothing is written. Returns the parked work if it has just become a case.
 *
 * Work that failed because its order is full or archived is parked immediately, even if its count of failures has changed.
 */
export function putOff<Document extends { _id: string }>(
  model: Model<Document>,
  work: WaitingWork<Document>,
  failure: AttentionFailure,
  now: Date,
): Promise<ParkedWork | null> {
  const { due, failuresField, failuresOf, waiting, listed: listing, parked, removedWhenParked = [] } = work;
  return inDatabase(async () => {
    const members = { [failuresField]: 1, ...(listing && { [listing.field]: 1 }) };
    const found = await model.findOne(due, members).lean<Document>();
    if (found === null) return null;
    const before = failuresOf(found) ?? 0;
    const plan = planAttention(before, failure, now);
    const unchanged = (
      isHopeless(failure)
        ? due
        : { ...due, [failuresField]: before === 0 ? trusted({ $exists: false }) : before }
    ) as QueryFilter<Document>;
    if (plan.kind === 'try_again') {
      const counted = plan.failures === 0 ? {} : { [failuresField]: plan.failures };
      const listed = plan.listed && listing?.update(plan.listed);
      const update = { ...listed, $set: { ...listed?.$set, ...waiting(plan.at), ...counted } };
      const { matchedCount } = await model.updateOne(unchanged, update as UpdateQuery<Document>);
      const isNewCase = listing !== undefined && found[listing.field] === undefined;
      return matchedCount === 1 && isNewCase ? (plan.listed ?? null) : null;
    }
    const removed = [failuresField, ...removedWhenParked].map((field) => [field, '']);
    const update = { $set: parked(plan.parked), $unset: Object.fromEntries(removed) };
    const { matchedCount } = await model.updateOne(unchanged, update as UpdateQuery<Document>);
    return matchedCount === 1 ? plan.parked : null;
  });
}
