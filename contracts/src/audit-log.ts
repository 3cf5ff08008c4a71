import { type Static, Type } from 'typebox';
import { type ErrorName, errorNames } from './errors.ts';
import { closed, PageSize, Timestamp } from './field-schemas.ts';
import { disputeConclusions, refundConclusions } from './operator-decisions.ts';
import { operatorRoles } from './operators.ts';
import { MethodOrder, PaymentRoutes } from './payment-route.ts';

/**
 * Every action with which an operator can change something. The audit log keeps the names, so a name is never reused for
 * another action.
 */
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
  'channel.register_domain',
  'secrets.encrypt_anew',
  'cases.settle',
  'cases.resume',
  'attempt.ask',
  'refund.cancel',
  'refund.repeat',
  'refund.conclude',
  'dispute.conclude',
  'customer.erase',
  'reconciliation.run',
  'operators.create',
  'operators.revoke',
  'database.migrate',
  'database.forget_keys',
  'database.accept_keys',
  'archive.write',
  'archive.remove',
  'sandbox.clock',
  'sandbox.trigger',
] as const;
export type OperatorAction = (typeof operatorActions)[number];

/**
 * The outcome of an operator's change in the audit log. It is null while the change is in progress. If the gateway crashed
 * during the change, it stays null.
 */
export type AuditOutcome = 'done' | ErrorName | null;

/**
 * The details that the audit log may store about a change. Each member is listed, so that nothing else, such as a secret, can
 * enter the log.
 */
export const AuditDetails = Type.Object(
  {
    name: Type.Optional(Type.String()),
    role: Type.Optional(Type.Enum([...operatorRoles])),
    valid_days: Type.Optional(Type.Integer()),
    domain: Type.Optional(Type.String()),
    note: Type.Optional(Type.String()),
    since: Type.Optional(Type.String()),
    dispute: Type.Optional(Type.String()),
    attempt_id: Type.Optional(Type.String()),
    payment: Type.Optional(Type.String()),
    concluded_as: Type.Optional(Type.Enum([...refundConclusions, ...disputeConclusions])),
    amount: Type.Optional(Type.Number()),
    looked_at: Type.Optional(Type.String()),
    not_by_hand: Type.Optional(Type.Boolean()),
    corrects: Type.Optional(Type.String()),
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
  { ...closed, description: 'What was requested. Never contains keys, secrets or images.' },
);
export type AuditDetails = Static<typeof AuditDetails>;

/** A member that a change changed. */
export const ChangedMember = Type.Object(
  {
    object_id: Type.String({
      description: 'The merchant, channel, order or operator’s token that has the member.',
    }),
    member: Type.String({ examples: ['ip_allow_list'] }),
    before: Type.Unknown({ description: 'Null if there was none.' }),
    after: Type.Unknown({ description: 'Null if there is none any more.' }),
  },
  closed,
);
export type ChangedMember = Static<typeof ChangedMember>;

export const AuditEntry = Type.Object(
  {
    entry_id: Type.String({ examples: ['aud_019a8f3c2b10_5f2b7c1e9a0d4b6f8c3e1a7d'] }),
    at: Timestamp,
    operator: Type.Union([Type.String(), Type.Null()], {
      description:
        'The name of the operator’s token; `bootstrap` for KASSA_OPERATIONS_TOKEN. For changes to the database itself, the name that the caller of `kassa-admin database` or `kassa-admin archive` gave, or null.',
    }),
    address: Type.String({ description: 'Where the call came from.', examples: ['10.0.0.7'] }),
    request_id: Type.String(),
    action: Type.Enum([...operatorActions]),
    about: Type.Array(Type.String(), {
      description: 'IDs of what was changed: merchant, key, channel, order, case, event.',
    }),
    details: AuditDetails,
    outcome: Type.Union([Type.Enum(['done', ...errorNames]), Type.Null()], {
      description:
        '`done` or the name of the error. Null if the change is in progress, or if the gateway could not record the outcome.',
    }),
    changes: Type.Array(ChangedMember, {
      description:
        'What the change changed. Never contains keys or secrets. Empty if nothing differs or the change was refused.',
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
        description: 'Only entries about this ID of a merchant, key, channel, order, case or event.',
        examples: ['mer_3vQ8x0Yb2LkT9sWd'],
      }),
    ),
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: '`next` of the previous page; this page starts after it.',
      }),
    ),
    limit: Type.Optional(PageSize),
  },
  closed,
);

export const AuditList = Type.Object(
  {
    entries: Type.Array(AuditEntry, { description: 'Newest first.' }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Send this as `after` to get the next page. Null on the last page.',
    }),
  },
  closed,
);
export type AuditList = Static<typeof AuditList>;

/** A link of the chain, as `kassa-admin audit head` prints it: sequence number and hash. */
const ChainHead = Type.String({
  pattern: '^[0-9]{1,15}:[0-9a-f]{64}$',
  examples: ['42:7a38bf81f383f69433ad6e900d35b3e2385593f76a7b7ab5d4355b8ba41ee24b'],
});

const NullableHead = Type.Union([ChainHead, Type.Null()], {
  description: 'The last link of the chain. Null if the log has no linked record.',
});

export const AuditHead = Type.Object({ head: NullableHead }, closed);
export type AuditHead = Static<typeof AuditHead>;

/** Query of `GET /admin/audit/verify`. */
export const VerifyAuditQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,15}$',
        description: '`next` of the previous answer; the work continues after it.',
      }),
    ),
    exported_head: Type.Optional(
      Type.String({
        ...ChainHead,
        description: 'A head that was exported earlier. The chain must contain it.',
      }),
    ),
  },
  closed,
);

/** What is wrong with the audit log. */
export const auditFaults = {
  altered: 'the content of this record was changed',
  removed: 'the record at this place is missing',
  other_predecessor: 'this record follows another one than the log shows',
  other_head: 'the log does not lead to the exported head: it was rewritten, or its end was removed',
  unlinked:
    'this record is later than the beginning of the chain, but not linked: somebody has added it or removed its link',
} as const;

export const AuditFault = Type.Object(
  {
    sequence: Type.Integer({ description: 'The place in the chain; 0 if the record has none.' }),
    record_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Null if there is no record at this place.',
    }),
    kind: Type.Enum(Object.keys(auditFaults) as (keyof typeof auditFaults)[], {
      description: Object.entries(auditFaults)
        .map(([kind, meaning]) => `\`${kind}\`: ${meaning}`)
        .join('; '),
    }),
  },
  closed,
);
export type AuditFault = Static<typeof AuditFault>;

export const AuditVerification = Type.Object(
  {
    checked: Type.Integer({ minimum: 0, description: 'How many records this call verified.' }),
    fault: Type.Union([AuditFault, Type.Null()], { description: 'The first fault. Null if there is none.' }),
    head: NullableHead,
    unlinked: Type.Integer({
      minimum: 0,
      description: 'Records from versions without the chain. They cannot be verified.',
    }),
    next: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Send this as `after` to continue. Null at the end of the log, or after a fault.',
    }),
  },
  closed,
);
export type AuditVerification = Static<typeof AuditVerification>;
