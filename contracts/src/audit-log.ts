import { type Static, Type } from 'typebox';
import { type ErrorName, errorNames } from './errors.ts';
import { closed, PageSize, Timestamp } from './field-schemas.ts';
import { disputeConclusions, refundConclusions } from './operator-decisions.ts';
import { MethodOrder, PaymentRoutes } from './payment-route.ts';

/** Everything that the operator can change. Names are never reused: the log keeps them. */
export const operatorActions = [
  'merchant.create',
  'merchant.approve',
  'merchant.disable',
  'merchant.enable',
  'merchant.settings',
  'merchant.origins',
  'merchant.branding',
  'keys.add',
  'keys.revoke',
  'webhooks.rotate_secret',
  'webhooks.set_secret',
  'webhooks.retire_secret',
  'webhooks.set_url',
  'webhooks.switch_on',
  'webhooks.resend',
  'channel.add',
  'channel.rotate',
  'channel.retire_secret',
  'channel.retire',
  'channel.enable',
  'channel.remove',
  'channel.check',
  'secrets.encrypt_anew',
  'cases.settle',
  'cases.resume',
  'attempt.ask',
  'refund.cancel',
  'refund.repeat',
  'refund.conclude',
  'dispute.conclude',
  'reconciliation.run',
  'database.migrate',
  'sandbox.clock',
  'sandbox.trigger',
] as const;
export type OperatorAction = (typeof operatorActions)[number];

/** What came of a change; null while it is under way, and for ever if the gateway died meanwhile. */
export type AuditOutcome = 'done' | ErrorName | null;

/** Header of the operations port in which the operator's tool says who uses it. */
export const OPERATOR_HEADER = 'X-Operator';

export const operatorNamePattern = /^[A-Za-z0-9._@+-]{1,64}$/;

/** Member by member, so that nothing gets into the log by accident. */
export const AuditDetails = Type.Object(
  {
    name: Type.Optional(Type.String()),
    note: Type.Optional(Type.String()),
    dispute: Type.Optional(Type.String()),
    concluded_as: Type.Optional(Type.Enum([...refundConclusions, ...disputeConclusions])),
    amount: Type.Optional(Type.Number()),
    ip_allow_list: Type.Optional(Type.Array(Type.String())),
    order_validity_seconds: Type.Optional(Type.Integer()),
    may_take_card_numbers: Type.Optional(Type.Boolean()),
    routes: Type.Optional(PaymentRoutes),
    method_order: Type.Optional(MethodOrder),
    allowed_origins: Type.Optional(Type.Array(Type.String())),
    accent_color: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    logo: Type.Optional(Type.Union([Type.Literal('another one'), Type.Null()])),
    webhook_url: Type.Optional(Type.String()),
    keep_previous_hours: Type.Optional(Type.Integer()),
    force: Type.Optional(Type.Boolean()),
    advance_seconds: Type.Optional(Type.Integer()),
    to: Type.Optional(Type.String()),
    to_next_due: Type.Optional(Type.Boolean()),
    what: Type.Optional(Type.String()),
    date: Type.Optional(Type.String()),
  },
  { ...closed, description: 'What was asked for. Keys, secrets and images are never among it.' },
);
export type AuditDetails = Static<typeof AuditDetails>;

export const AuditEntry = Type.Object(
  {
    entry_id: Type.String({ examples: ['aud_019a8f3c2b10_5f2b7c1e9a0d4b6f8c3e1a7d'] }),
    at: Timestamp,
    operator: Type.Union([Type.String(), Type.Null()], {
      description: 'As the caller named itself (`X-Operator`); all share one token, so nothing proves it.',
    }),
    address: Type.String({ description: 'Where the call came from.', examples: ['10.0.0.7'] }),
    request_id: Type.String(),
    action: Type.Enum([...operatorActions]),
    about: Type.Array(Type.String(), {
      description: 'Identifiers of what was changed: merchant, key, channel, order, case, event.',
    }),
    details: AuditDetails,
    outcome: Type.Union([Type.Enum(['done', ...errorNames]), Type.Null()], {
      description:
        '`done`, or the name of the error; null: under way, or the gateway could not tell any more.',
    }),
  },
  closed,
);
export type AuditEntry = Static<typeof AuditEntry>;

/** Query of `GET /admin/audit`. */
export const AuditListQuery = Type.Object(
  {
    about: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description:
          'Only what concerns this identifier, of a merchant, a key, a channel, an order, a case or an event.',
        examples: ['mer_3vQ8x0Yb2LkT9sWd'],
      }),
    ),
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: '`next` of the page before; the list goes on behind it.',
      }),
    ),
    limit: Type.Optional(PageSize),
  },
  closed,
);

export const AuditList = Type.Object(
  {
    entries: Type.Array(AuditEntry, { description: 'The latest first.' }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'More follow: send it as `after` to read on. Null: that is all.',
    }),
  },
  closed,
);
export type AuditList = Static<typeof AuditList>;
