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

/** The members that a document of an old form lacks, and the condition under which they may be written. */
interface Completion {
  readonly $set: Readonly<Record<string, unknown>>;
  readonly $unset?: Readonly<Record<string, ''>>;
  readonly unchanged?: Readonly<Record<string, unknown>>;
}

const asItIs = (): Completion => ({ $set: {} });

/** All collections except that of orders, which has its own migration. */
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

/** In these collections, an instance of the previous version writes forms that this version cannot read. */
const smallCollections = ['channel_accounts', 'merchants', 'reconciliations'] as const;

/**
 * Documents used to have no schema number, and those of the oldest versions lacked members. This migration
 * completes and numbers them.
 */
export const numberDocuments: Migration = {
  number: 2,
  name: 'number-documents',
  async run(run) {
    for (const name of Object.keys(completions) as (keyof typeof completions)[]) {
      // Repeats until nothing is left, because an instance of the previous version may write more documents
      // meanwhile.
      while (await numberAll(run, name));
      // A TTL index used to remove documents that must now be kept until they are finished.
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

/** Goes through a collection once; returns whether anything had to be written. */
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

/** Sets missing members, provided that they are still missing. */
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

/** If nothing was recorded, the account may have made payments. */
function accountCompletion(account: Unnumbered): Completion {
  return absent({ isUsed: true, hasOpened: false }, account);
}

/** A channel's ID used to be its type, because each type had one channel. */
function callbackCompletion({ channelId, channelType }: Unnumbered): Completion {
  const named = absent({ channelId: channelType }, { channelId });
  return channelType === undefined ? { $set: {} } : { ...named, $unset: { channelType: '' } };
}

/**
 * Once a merchant has a revision, an instance of the previous version can write it only if that revision is
 * unchanged.
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

/** A day is due unless its comparison is final and complete. */
function reconciliationCompletion(day: Unnumbered): Completion {
  const { outcome } = day;
  const isDone = outcome?.isFinal === true && outcome?.reconciliation?.pendingCount === 0;
  const whole = absent({ dueAt: isDone ? null : new Date(0) }, day);
  return { ...whole, unchanged: { ...whole.unchanged, claimedUntil: day.claimedUntil ?? null } };
}
