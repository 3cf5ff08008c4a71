/**
 * The current schema number of each collection. Each document stores the schema number with which it was written.
 *
 * If you change the format of a collection's documents, raise the collection's number and add a migration that converts the
 * stored documents (`migrations/`). Also do this if you change how the search fields of payment orders are computed
 * (`due-fields.ts`), because the stored documents contain these fields.
 */
export const schemaNumbers = {
  audit_log: 1,
  channel_accounts: 1,
  channel_callbacks: 1,
  channel_fees: 2,
  deployment: 1,
  events: 1,
  logos: 1,
  merchants: 1,
  nonces: 1,
  operator_tokens: 1,
  orders: 2,
  reconciliations: 1,
  refund_claims: 1,
  sandbox_clock: 1,
} as const;

/**
 * The schema number of tombstones, which remain in `orders` in place of archived orders (`tombstone-documents.ts`). It is far
 * from the schema numbers of orders. So no migration mistakes a tombstone for an order, and a version of the gateway that has
 * no tombstones refuses to read one.
 */
export const TOMBSTONE_SCHEMA = 1_001;

export type StoredCollection = keyof typeof schemaNumbers;

/** The members that every stored document has: its ID and its schema number. */
export interface StoredDocument {
  readonly _id: string;
  readonly schema: number;
}

/**
 * Thrown when a stored document has a schema number that this version of the gateway does not read. The gateway must not guess
 * the format, because a wrong guess could move money wrongly.
 */
export class OtherFormError extends Error {
  override readonly name = 'OtherFormError';

  constructor(collection: StoredCollection, { _id, schema }: { _id: string; schema?: number | undefined }) {
    super(
      `${_id} in ${collection} has schema number ${schema ?? 0}, but this version reads only ${schemaNumbers[collection]}: ` +
        'see `kassa-admin database status`',
    );
  }
}
