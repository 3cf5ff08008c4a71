import { type Static, Type } from 'typebox';
import { disputeStates } from './dispute-states.ts';
import { CurrencyCode, closed, OrderId, PageSize, Timestamp } from './field-schemas.ts';

/** What comparing the books of a channel with the gateway's own comes to, for operators. */

export const reconciliationDifferences = ['missing_here', 'missing_there', 'amount', 'state'] as const;
export type ReconciliationDifferenceKind = (typeof reconciliationDifferences)[number];

/** What the books are compared in. */
export const reconciliationSubjects = ['payment', 'refund', 'dispute'] as const;

export const reconciliationDifferenceMeanings: Readonly<Record<ReconciliationDifferenceKind, string>> = {
  missing_here: 'The channel has it under an ID of ours that the gateway does not know, or has it twice.',
  missing_there: 'The gateway counts the money; the channel does not know it.',
  amount: 'Both have it, with different amounts.',
  state:
    'Both have it; one says that money moved, the other that none did, or that it came back, or that it is set aside for an operator.',
};

const ChannelId = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'The channel’s name in this deployment.',
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
    amount: Type.String({ description: 'In major units, as decimal text.', examples: ['10.50'] }),
    currency_code: CurrencyCode,
    state: Type.Enum(['pending', 'succeeded', 'failed', 'cancelled', ...disputeStates], {
      description:
        'Of a payment or refund pending, succeeded, failed or cancelled. Of a dispute opened or lost, while the bank has the money, or won; pending where it could not be looked up yet.',
    }),
    at: Type.Union([Timestamp, Type.Null()], {
      description: 'When it came to that, by this side’s clock; null where it does not say.',
    }),
  },
  closed,
);

const findingFields = {
  subject: Type.Enum([...reconciliationSubjects]),
  reference: Type.String({
    description: 'Our ID of the attempt or refund; of a dispute, of the attempt whose money it is.',
    examples: ['txn_5d41402abc4b2a76b9719d911017c592_1'],
  }),
  order_id: Type.Union([OrderId, Type.Null()], { description: 'Whose it would be. Null: no ID of ours.' }),
  channel_reference: Type.Union([Type.String(), Type.Null()], {
    description: 'The channel’s own ID.',
    examples: ['sbx_pay_1'],
  }),
  here: Type.Union([Side, Type.Null()], { description: 'What the gateway’s books say; null: nothing.' }),
  there: Type.Union([Side, Type.Null()], { description: 'What the channel’s books say; null: nothing.' }),
  detail: Type.Union([Type.String(), Type.Null()], {
    description: 'Why a side could not be looked up, or does not count it.',
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
    missing_here: count('Of this kind.'),
    missing_there: count('Of this kind.'),
    amount: count('Of this kind.'),
    state: count('Of this kind.'),
  },
  { ...closed, description: 'How many differences of each kind, listed or not.' },
);

const summaryFields = {
  channel: ChannelId,
  date: Day,
  state: Type.Enum(['waiting', 'running', 'done', 'unavailable'], {
    description:
      'waiting: its turn has not come yet, or what was begun broke off; the gateway compares it by itself. running: it is being worked on; what else is here is of the run before. done. unavailable: the channel’s books were not to be had; the gateway asks again each hour until a week after the day, then each day, until it has them.',
  }),
  at: Type.Union([Timestamp, Type.Null()], { description: 'When the books were read; null: never yet.' }),
  final: Type.Boolean({ description: 'Whether the day had ended by then.' }),
  detail: Type.Union([Type.String(), Type.Null()], { description: 'Why the books were not to be had.' }),
  counts: Type.Union([Counts, Type.Null()], { description: 'Null without a result.' }),
};

export const ReconciliationSummary = Type.Object(summaryFields, closed);
export type ReconciliationSummary = Static<typeof ReconciliationSummary>;

export const Reconciliation = Type.Object(
  {
    ...summaryFields,
    differences: Type.Array(ReconciliationDifference, {
      description: 'The gravest kind first; at most 500 of each kind.',
    }),
    pending_count: count('How many one side still waits for.'),
    pending: Type.Array(ReconciliationFinding, {
      description: 'Those, at most 500: nothing can be said of them yet.',
    }),
    agreed: Type.Array(
      Type.Object(
        {
          subject: Type.Enum([...reconciliationSubjects]),
          currency_code: CurrencyCode,
          count: count('How many.'),
          sum: Type.String({ description: 'In major units, as decimal text.', examples: ['1250.00'] }),
        },
        closed,
      ),
      { description: 'Money that both books have alike; of disputes, what the banks have.' },
    ),
    agreed_across_days: count('How many of these one of the books has on another day.'),
    foreign: count('Entries of the channel’s that are not the gateway’s.'),
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
        description: '`next` of the page before; the list goes on behind it.',
      }),
    ),
    limit: Type.Optional(PageSize),
  },
  closed,
);

export const ReconciliationList = Type.Object(
  {
    reconciliations: Type.Array(ReconciliationSummary, { description: 'The latest day first.' }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'More follow: send it as `after` to read on. Null: that is all.',
    }),
  },
  closed,
);
export type ReconciliationList = Static<typeof ReconciliationList>;
