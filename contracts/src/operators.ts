import { type Static, Type } from 'typebox';
import { closed, Timestamp } from './field-schemas.ts';

export const operatorNamePattern = /^[A-Za-z0-9._@+-]{1,64}$/;

/** The roles of operators. Each role may do everything that the previous one may do, and more. */
export const operatorRoles = ['viewer', 'operator', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** How long a token is valid unless the admin says otherwise. */
export const DEFAULT_TOKEN_DAYS = 90;
const MAX_TOKEN_DAYS = 730;

const Role = Type.Enum([...operatorRoles], {
  description:
    'A viewer reads. An operator also works on payments: cases, refunds, deliveries and reconciliation. An admin also changes merchants, keys, accounts and operators.',
});

const Name = Type.String({
  pattern: operatorNamePattern.source,
  description: 'Who uses the token. The audit log records this name. A person can have several tokens.',
  examples: ['ann@example.com'],
});

/** Body of `POST /admin/operators`. */
export const CreateOperatorTokenRequest = Type.Object(
  {
    name: Name,
    role: Role,
    valid_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_TOKEN_DAYS,
        description: `How many days the token is valid. Default: ${DEFAULT_TOKEN_DAYS}.`,
      }),
    ),
  },
  closed,
);
export type CreateOperatorTokenRequest = Static<typeof CreateOperatorTokenRequest>;

const NullableTimestamp = Type.Union([Timestamp, Type.Null()]);

const tokenMembers = {
  token_id: Type.String({ examples: ['opt_5f2b7c1e9a0d4b6f'] }),
  name: Name,
  role: Role,
  created_at: Timestamp,
  created_by: Type.Union([Type.String(), Type.Null()], {
    description: 'The operator who created the token.',
  }),
  expires_at: Timestamp,
  last_used_at: Type.Union(NullableTimestamp.anyOf, {
    description: 'When the token was last used, to the minute. Null if it was never used.',
  }),
  revoked_at: Type.Union(NullableTimestamp.anyOf, { description: 'Null if nobody has revoked the token.' }),
};

export const OperatorToken = Type.Object(tokenMembers, closed);
export type OperatorToken = Static<typeof OperatorToken>;

export const CreatedOperatorToken = Type.Object(
  {
    ...tokenMembers,
    token: Type.String({
      description: 'The secret token. Only this answer shows it; the gateway stores only its hash.',
      examples: ['kop_2nQ7v5oXc8Zr1LkT9sWdE4uYb6Ha0JmPfGiV3xKqMzw'],
    }),
  },
  closed,
);
export type CreatedOperatorToken = Static<typeof CreatedOperatorToken>;

export const OperatorTokenList = Type.Object(
  {
    tokens: Type.Array(OperatorToken, {
      description: 'The newest first. Revoked and expired ones are among them.',
    }),
  },
  closed,
);
export type OperatorTokenList = Static<typeof OperatorTokenList>;
