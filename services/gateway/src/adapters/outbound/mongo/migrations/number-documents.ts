import type { AnyBulkWriteOperation, Document } from 'mongodb';
import { noBranding } from '../../../../domain/merchant/branding.ts';
import { inDatabase } from '../database-errors.ts';
import { type StoredCollection, schemaNumbers } from '../schema-numbers.ts';
import { writeTogether } from '../write-together.ts';
import { dropIndexes } from './drop-indexes.ts';
import type { Migration, MigrationRun } from './migration.ts';

const DOCUMENTS_AT_A_TIME = 500;

interface Unnumbered extends Document {
  readonly _id: string;
}

/**
 * The update that completes a document of an earlier version: what to add (`$set`) and what to remove (`$unset`). The document
 * is written only if it still has the values in `unchanged`.
 */
interface Completion {
  readonly $set: Readonly<Record<string, unknown>>;
  readonly $unset?: Readonly<Record<string, ''>>;
  readonly unchanged?: Readonly<Record<string, unknown>>;
}

const asItIs = (): Completion => ({ $set: {} });

/**
 * For each collection, the function that completes a document of an earlier version. Payment orders have separate migrations,
 * and no version wrote fees or operators' tokens without a number.
 */
const completions: Readonly<
  Record<
    Exclude<StoredCollection, 'orders' | 'deployment' | 'channel_fees' | 'operator_tokens'>,
    (document: Unnumbered) => Completion
  >
> = {
  audit_log: asItIs,
  channel_accounts: accountCompletion,
  channel_callbacks: callbackCompletion,
  events: ({ delivery }) =>
    absent({ 'delivery.leasedUntil': null }, { 'delivery.leasedUntil': delivery?.leasedUntil }),
  logos: asItIs,
  merchants: merchantCompletion,
  nonces: asItIs,
  reconciliations: reconciliationCompletion,
  refund_claims: asItIs,
  sandbox_clock: asItIs,
};

/**
 * The collections into which an instance of the previous version may write unnumbered documents that this version cannot read.
 * They are small, so every start can search them.
 */
const smallCollections = ['channel_accounts', 'merchants', 'reconciliations'] as const;

/**
 * Adds a schema number to every document except payment orders. Also adds the members that documents of the oldest versions
 * lack.
 */
export const numberDocuments: Migration = {
  number: 2,
  name: 'number-documents',
  async run(run) {
    for (const name of Object.keys(completions) as (keyof typeof completions)[]) {
      // Repeat until every document has a number, because an instance of the previous version may write more documents without
      // a number meanwhile.
      while (await numberAll(run, name));
      // Drop a TTL index that earlier versions created. It removed even unfinished documents, such as undelivered events, which
      // must now be kept.
      if (name !== 'nonces') {
        await dropIndexes(run.database, name, ({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
      }
    }
  },
  async isLeftBehind(database) {
    for (const name of smallCollections) {
      const left = await inDatabase(() => database.collection<Unnumbered>(name).findOne({ schema: null }));
      if (left !== null) return true;
    }
    return false;
  },
};

/** Completes and numbers all documents of a collection. Returns whether it found any document without a number. */
async function numberAll(run: MigrationRun, name: keyof typeof completions): Promise<boolean> {
  const collection = run.database.collection<Unnumbered>(name);
  const numbered = { schema: schemaNumbers[name] };
  let position = run.positionIn(name);
  let isAnyFound = position !== null;
  for (;;) {
    const found = await inDatabase(() =>
      collection
        .find({ schema: null, ...(position !== null && { _id: { $gt: position } }) })
        .sort({ _id: 1 })
        .limit(DOCUMENTS_AT_A_TIME)
        .toArray(),
    );
    if (found.length === 0) break;
    isAnyFound = true;
    const updates = found.map((document): AnyBulkWriteOperation<Unnumbered> => {
      const { $set, $unset = {}, unchanged = {} } = completions[name](document);
      return {
        updateOne: {
          filter: { ...unchanged, _id: document._id, schema: null },
          update: { $set: { ...$set, ...numbered }, ...(Object.keys($unset).length > 0 && { $unset }) },
        },
      };
    });
    await inDatabase(() =>
      writeTogether(updates, (some) => collection.bulkWrite([...some], { ordered: false })),
    );
    position = found.at(-1)?._id ?? null;
    await run.batchDone(name, found.length, position);
  }
  await run.batchDone(name, 0, null);
  return isAnyFound;
}

/**
 * Returns an update that adds the `wanted` members that the document lacks. The update is applied only if the document still
 * lacks them when it is written.
 */
function absent(
  wanted: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
): Completion {
  const missing = Object.entries(wanted).filter(([name]) => stored[name] === undefined);
  return {
    $set: Object.fromEntries(missing),
    unchanged: Object.fromEntries(missing.map(([name]) => [name, { $exists: false }])),
  };
}

/**
 * Marks an account as used if earlier versions did not record whether it was. Payments may have been made with it, so it must
 * not be removed.
 */
function accountCompletion(account: Unnumbered): Completion {
  return absent({ isUsed: true, hasOpened: false }, account);
}

/** Gives a stored callback the ID of its channel. Earlier versions had only one channel of each type, so the type is the ID. */
function callbackCompletion({ channelId, channelType }: Unnumbered): Completion {
  const named = absent({ channelId: channelType }, { channelId });
  return channelType === undefined ? { $set: {} } : { ...named, $unset: { channelType: '' } };
}

/**
 * Adds the members that a merchant lacks. An instance of the previous version may change the merchant meanwhile. So a merchant
 * with a revision is written only if the revision is unchanged.
 */
function merchantCompletion(merchant: Unnumbered): Completion {
  const { revision, keys, branding } = merchant;
  const whole = absent({ allowedOrigins: [], routes: [], methodOrder: [], revision: 1 }, merchant);
  return {
    $set: {
      ...whole.$set,
      branding: { ...noBranding, ...branding },
      keys: (keys as readonly Document[]).map((key) => ({ revokedAt: null, ...key })),
    },
    unchanged: { ...whole.unchanged, ...(revision !== undefined && { revision }) },
  };
}

/**
 * Adds `dueAt`, the time at which the gateway next compares its books for a day with the channel's. If the last comparison was
 * final and left nothing pending, the time is null. Otherwise, the next comparison is due immediately.
 */
function reconciliationCompletion(day: Unnumbered): Completion {
  const { outcome } = day;
  const isDone = outcome?.isFinal === true && outcome?.reconciliation?.pendingCount === 0;
  const whole = absent({ dueAt: isDone ? null : new Date(0) }, day);
  return { ...whole, unchanged: { ...whole.unchanged, claimedUntil: day.claimedUntil ?? null } };
}
