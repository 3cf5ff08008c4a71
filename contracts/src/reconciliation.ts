import { type Static, Type } from 'typebox';
import { disputeStates } from './dispute-states.ts';
import { CurrencyCode, closed, OrderId, PageSize, Timestamp } from './field-schemas.ts';

/** The result of comparing a channel's books with the gateway's own, for operators. */

export const reconciliationDifferences = ['missing_here', 'missing_there', 'amount', 'state'] as const;
export type ReconciliationDifferenceKind = (typeof reconciliationDifferences)[number];

/** The kinds of entries that are compared. */
export const reconciliationSubjects = ['payment', 'refund', 'dispute'] as const;

export const reconciliationDifferenceMeanings: Readonly<Record<ReconciliationDifferenceKind, string>> = {
  missing_here:
    'The channel has an entry under one of the gateway’s IDs that is missing in the gateway’s books, or has the entry twice. Or it has an entry of a kind that the gateway does not know; `detail` then names it.',
  missing_there:
    'The gateway counts the money, but the channel does not know the entry, or still has it as pending a week after the day.',
  amount: 'Both have the entry, with different amounts.',
  state:
    'Both have the entry. One says that money moved. The other says that no money moved, that the money came back, or that the payment is set aside for an operator. Or, a week after the day, the gateway still waits for an outcome that the channel already has or for the report that the bank took a dispute’s money, or the channel still shows a refund as pending that ended here without returning money.',
};

const ChannelId = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'The channel’s ID in this deployment.',
  examples: ['Sandbox'],
});

const Day = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: 'The day, `YYYY-MM-DD`: from 00:00 to 24:00 UTC.',
  examples: ['2026-11-21'],
});

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [1] });

const Side = Type.Object(
  {
    amount: Type.String({ description: 'In major units, as a decimal string.', examples: ['10.50'] }),
    currency_code: CurrencyCode,
    state: Type.Enum(['pending', 'succeeded', 'failed', 'cancelled', ...disputeStates], {
      description:
        'For a payment or refund: pending, succeeded, failed or cancelled. For a dispute: opened or lost while the bank has the money, otherwise won; pending if it could not be looked up yet.',
    }),
    at: Type.Union([Timestamp, Type.Null()], {
      description: 'When this state was reached, by this side’s clock; null if unknown.',
    }),
  },
  closed,
);

const findingFields = {
  subject: Type.Enum([...reconciliationSubjects]),
  reference: Type.String({
    description: 'The gateway’s ID of the attempt or refund; for a dispute, the ID of the disputed attempt.',
    examples: ['txn_5d41402abc4b2a76b9719d911017c592_1'],
  }),
  order_id: Type.Union([OrderId, Type.Null()], {
    description: 'The order to which the entry would belong; null if the ID is not one of the gateway’s.',
  }),
  channel_reference: Type.Union([Type.String(), Type.Null()], {
    description: 'The channel’s own ID.',
    examples: ['sbx_pay_1'],
  }),
  here: Type.Union([Side, Type.Null()], { description: 'The entry in the gateway’s books; null if absent.' }),
  there: Type.Union([Side, Type.Null()], {
    description: 'The entry in the channel’s books; null if absent.',
  }),
  detail: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the entry could not be looked up on one side, or why one side does not count it.',
  }),
};

export const ReconciliationFinding = Type.Object(findingFields, closed);
export type ReconciliationFinding = Static<typeof ReconciliationFinding>;

export const ReconciliationDifference = Type.Object(
  {
    kind: Type.Enum([...reconciliationDifferences], {
      description: Object.entries(reconciliationDifferenceMeanings)
        .map(([kind, meaning]) => `${kind}: ${meaning}`)
        .join(' '),
    }),
    ...findingFields,
  },
  closed,
);
export type ReconciliationDifference = Static<typeof ReconciliationDifference>;

const Counts = Type.Object(
  {
    missing_here: count('Differences of this kind.'),
    missing_there: count('Differences of this kind.'),
    amount: count('Differences of this kind.'),
    state: count('Differences of this kind.'),
  },
  { ...closed, description: 'Number of differences of each kind, whether listed or not.' },
);

const summaryFields = {
  channel: ChannelId,
  date: Day,
  state: Type.Enum(['waiting', 'running', 'done', 'unavailable'], {
    description:
      'waiting: not started yet, or interrupted; the gateway will run it. running: in progress; the other members are from the previous run. done: finished. unavailable: the channel’s books were not available; the gateway retries every hour until a week after the day, then every day, until it has them; if an earlier comparison had them, the other members are from that one.',
  }),
  at: Type.Union([Timestamp, Type.Null()], {
    description:
      'When the books were read; null if never. If they were never available, when they were last requested.',
  }),
  final: Type.Boolean({ description: 'Whether the day had ended by then.' }),
  detail: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the books were not available the last time.',
  }),
  counts: Type.Union([Counts, Type.Null()], { description: 'Null if there is no result.' }),
};

export const ReconciliationSummary = Type.Object(summaryFields, closed);
export type ReconciliationSummary = Static<typeof ReconciliationSummary>;

export const Reconciliation = Type.Object(
  {
    ...summaryFields,
    differences: Type.Array(ReconciliationDifference, {
      description: 'Most serious kind first; at most 500 of each kind.',
    }),
    pending_count: count('Entries that are still pending on one side.'),
    pending: Type.Array(ReconciliationFinding, {
      description:
        'The entries that are still pending on one side, at most 500. They cannot be compared yet.',
    }),
    agreed: Type.Array(
      Type.Object(
        {
          subject: Type.Enum([...reconciliationSubjects]),
          currency_code: CurrencyCode,
          count: count('Number of entries.'),
          sum: Type.String({ description: 'In major units, as a decimal string.', examples: ['1250.00'] }),
        },
        closed,
      ),
      {
        description:
          'The money of the entries on which both books agree. For disputes, it is the money that banks hold.',
      },
    ),
    agreed_across_days: count('How many of the matching entries are on different days in the two books.'),
    foreign: count('Entries in the channel’s books that did not come from the gateway.'),
    account_fees: Type.Array(
      Type.Object(
        {
          currency_code: CurrencyCode,
          count: count('Number of fees, including those that the channel gave back.'),
          sum: Type.String({
            description: 'In major units, as a decimal string; negative if the channel took money.',
            examples: ['-15.00'],
          }),
        },
        closed,
      ),
      {
        description:
          'The fees that the channel booked on this day apart from payments, refunds and disputes, and that belong to no money that moved in the gateway’s books. No settlement report contains them.',
      },
    ),
  },
  closed,
);
export type Reconciliation = Static<typeof Reconciliation>;

/** Body of `POST /admin/reconciliations`. */
export const ReconcileRequest = Type.Object({ channel: ChannelId, date: Day }, closed);
export type ReconcileRequest = Static<typeof ReconcileRequest>;

/** Query of `GET /admin/reconciliations`. */
export const ReconciliationListQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}_.{1,128}$',
        description: '`next` of the previous page; this page starts after it.',
      }),
    ),
    limit: Type.Optional(PageSize),
  },
  closed,
);

export const ReconciliationList = Type.Object(
  {
    reconciliations: Type.Array(ReconciliationSummary, { description: 'Latest day first.' }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Send this as `after` to get the next page. Null on the last page.',
    }),
  },
  closed,
);
export type ReconciliationList = Static<typeof ReconciliationList>;
