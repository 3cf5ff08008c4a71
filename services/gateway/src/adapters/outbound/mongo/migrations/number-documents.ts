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

/** The members to add to a document of an earlier version, and the condition under which they may be written. */
interface Completion {
  readonly $set: Readonly<Record<string, unknown>>;
  readonly $unset?: Readonly<Record<string, ''>>;
  readonly unchanged?: Readonly<Record<string, unknown>>;
}

const asItIs = (): Completion => ({ $set: {} });

/** How to complete the documents of each collection. Payment orders have migrations of their own. */
const completions: Readonly<
  Record<Exclude<StoredCollection, 'orders' | 'deployment'>, (document: Unnumbered) => Completion>
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

/** Collections in which an instance of the previous version may write documents that this version cannot read. */
const smallCollections = ['channel_accounts', 'merchants', 'reconciliations'] as const;

/** Gives documents a schema number, and adds the members that documents of the oldest versions lack. */
export const numberDocuments: Migration = {
  number: 2,
  name: 'number-documents',
  async run(run) {
    for (const name of Object.keys(completions) as (keyof typeof completions)[]) {
      // Go through the collection until nothing is left, because an instance of the previous version may write more
      // documents meanwhile.
      while (await numberAll(run, name));
      // A TTL index of earlier versions removed documents even if they were unfinished. Such documents must now be
      // kept, so the index is dropped.
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

/** Goes through a collection once. Returns whether it found any document that had to be written. */
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

/** Adds the members that a document lacks. The write succeeds only if the members are still missing then. */
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

/** An account whose use was not recorded counts as used, because it may have made payments. */
function accountCompletion(account: Unnumbered): Completion {
  return absent({ isUsed: true, hasOpened: false }, account);
}

/**
 * Gives callbacks a channel ID. In earlier versions a channel's ID was its type, because each type had only one
 * channel.
 */
function callbackCompletion({ channelId, channelType }: Unnumbered): Completion {
  const named = absent({ channelId: channelType }, { channelId });
  return channelType === undefined ? { $set: {} } : { ...named, $unset: { channelType: '' } };
}

/**
 * Completes a merchant. If the merchant has a revision, the write succeeds only if that revision is unchanged, because
 * instances of the previous version may change the merchant meanwhile.
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
 * Decides whether the books of a day must be compared again. They need no further comparison only if the last one was
 * final and left nothing pending.
 */
function reconciliationCompletion(day: Unnumbered): Completion {
  const { outcome } = day;
  const isDone = outcome?.isFinal === true && outcome?.reconciliation?.pendingCount === 0;
  const whole = absent({ dueAt: isDone ? null : new Date(0) }, day);
  return { ...whole, unchanged: { ...whole.unchanged, claimedUntil: day.claimedUntil ?? null } };
}
