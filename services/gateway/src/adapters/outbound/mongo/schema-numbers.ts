/**
 * The schema number of each collection's present form. Each document carries its own number. If you change a
 * form, raise its number and add a migration that brings stored documents to it (`migrations/`). An order's
 * search fields belong to its form, so a changed rule of `due-fields.ts` in the domain changes the form too.
 */
export const schemaNumbers = {
  audit_log: 1,
  channel_accounts: 1,
  channel_callbacks: 1,
  deployment: 1,
  events: 1,
  logos: 1,
  merchants: 1,
  nonces: 1,
  orders: 2,
  reconciliations: 1,
  refund_claims: 1,
  sandbox_clock: 1,
} as const;

export type StoredCollection = keyof typeof schemaNumbers;

/** What every stored document says about itself. */
export interface StoredDocument {
  readonly _id: string;
  readonly schema: number;
}

/**
 * A document in a form that this version does not read. The gateway must not guess, because the document is about
 * money.
 */
export class OtherFormError extends Error {
  override readonly name = 'OtherFormError';

  constructor(collection: StoredCollection, { _id, schema }: { _id: string; schema?: number | undefined }) {
    super(
      `${_id} in ${collection} is stored in form ${schema ?? 0}, and this version reads ${schemaNumbers[collection]}: ` +
        'see `kassa-admin database status`',
    );
  }
}
