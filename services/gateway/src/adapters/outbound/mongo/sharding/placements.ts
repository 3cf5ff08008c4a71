import type { StoredCollection } from '../schema-numbers.ts';

/** How a sharded cluster stores a collection. */
export interface Placement {
  /** The field by whose value MongoDB chooses a document's shard. Null if all documents are on one shard. */
  readonly shardKey: ShardKey | null;
  readonly reason: string;
  /**
   * The prefix of all IDs in the collection, which a hash follows. Set only for a range key: with the prefix, an empty
   * collection can be divided among the shards.
   */
  readonly idPrefix?: string;
}

type ShardKey = { readonly _id: 1 } | { readonly _id: 'hashed' };

/** Agenda's collection has no schema here. */
type PlacedCollection = StoredCollection | 'jobs';

const fewDocuments = 'It has few documents.';

export const placements: Readonly<Record<PlacedCollection, Placement>> = {
  orders: {
    shardKey: { _id: 1 },
    idPrefix: 'ord_',
    reason:
      'Nearly every command names the IDs of its orders. An ID begins with a hash of the merchant and the ' +
      'merchant_transaction_id, so a range key spreads the orders as evenly as a hashed one. It also allows zones, and the ' +
      'archive, which reads the orders by ID, asks one shard after the other.',
  },
  events: {
    shardKey: { _id: 1 },
    idPrefix: 'evt_',
    reason:
      'An ID begins with the hash of the event’s order, so the events of an order are neighbours. Each delivery reads them as a ' +
      'range. With a range key, one shard answers; with a hashed key, all shards would have to.',
  },
  refund_claims: {
    shardKey: { _id: 'hashed' },
    reason: 'Every command names the IDs of its claims, and none reads a range.',
  },
  nonces: {
    shardKey: { _id: 'hashed' },
    reason:
      'Every command names the ID of its nonce, and none reads a range. An ID begins with the merchant, so a range key would put ' +
      'all nonces of a large merchant on one shard.',
  },
  channel_callbacks: {
    shardKey: null,
    reason:
      'A change of an order wakes the callbacks that wait for it, once or twice for each payment, and finds them by the order. All ' +
      'shards would have to answer that.',
  },
  channel_fees: {
    shardKey: null,
    reason:
      'The gateway finds fees by the processor’s booking ID, or by channel and day, and not by their own ID.',
  },
  merchants: {
    shardKey: null,
    reason: `${fewDocuments} Two merchants must not have the same key, which only one shard can ensure.`,
  },
  logos: { shardKey: null, reason: fewDocuments },
  channel_accounts: { shardKey: null, reason: fewDocuments },
  audit_log: {
    shardKey: null,
    reason:
      'Only operators write it. Its records are a chain without forks, which only one shard can ensure.',
  },
  reconciliations: { shardKey: null, reason: 'It has one document for each day and channel.' },
  operator_tokens: {
    shardKey: null,
    reason: `${fewDocuments} The revocations are numbered, which only one shard can ensure.`,
  },
  deployment: { shardKey: null, reason: 'It has one document.' },
  sandbox_clock: { shardKey: null, reason: 'It has one document.' },
  jobs: {
    shardKey: null,
    reason: `${fewDocuments} Agenda finds a job by its name and time, and not by its ID.`,
  },
};
