import { type Static, Type } from 'typebox';
import { triggers } from '../domain/trigger.ts';
import { walletTokens } from '../domain/wallet.ts';

const closed = { additionalProperties: false } as const;

const amountMinor = Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 });
const currency = Type.String({ pattern: '^[A-Z]{3}$' });
const reference = Type.String({ minLength: 1, maxLength: 128 });
const momentPattern = '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,3})?Z$';

export const createPaymentSchema = Type.Object(
  {
    amount_minor: amountMinor,
    currency,
    method: Type.Enum(['card', 'wallet', 'bank_transfer']),
    reference,
    return_url: Type.String({ minLength: 1, maxLength: 2048 }),
    client: Type.Optional(Type.Enum(['element', 'component'])),
  },
  closed,
);

const card = Type.Object(
  {
    number: Type.String({ pattern: '^[0-9]{12,19}$' }),
    exp_month: Type.Integer({ minimum: 1, maximum: 12 }),
    exp_year: Type.Integer({ minimum: 2000, maximum: 2099 }),
    cvc: Type.String({ pattern: '^[0-9]{3,4}$' }),
    network: Type.Optional(Type.Enum(['visa', 'mastercard', 'amex', 'cartes_bancaires'])),
  },
  closed,
);
export type CardBody = Static<typeof card>;

const device = Type.Object(
  {
    id: Type.Optional(Type.String({ maxLength: 128 })),
    terminal: Type.Optional(Type.String({ maxLength: 32 })),
    user_agent: Type.Optional(Type.String({ maxLength: 1024 })),
  },
  closed,
);

export const confirmPaymentSchema = Type.Object(
  { card: Type.Optional(card), device: Type.Optional(device) },
  closed,
);

export const clientConfirmSchema = Type.Object(
  { card: Type.Optional(card), wallet_token: Type.Optional(Type.Enum(walletTokens)) },
  { ...closed, minProperties: 1, maxProperties: 1 },
);

export const cancelPaymentSchema = Type.Object({}, closed);

export const createRefundSchema = Type.Object(
  {
    payment_id: Type.String({ minLength: 1, maxLength: 64 }),
    amount_minor: amountMinor,
    currency,
    reference,
  },
  closed,
);

export const triggerSchema = Type.Object({ what: Type.Enum([...triggers]) }, closed);

export const createVoucherSchema = Type.Object(
  {
    amount_minor: amountMinor,
    currency,
    reference,
    return_url: Type.String({ minLength: 1, maxLength: 2048 }),
    // RFC 3339, UTC, as JavaScript writes it.
    due_at: Type.String({ pattern: momentPattern }),
  },
  closed,
);

export const refundVoucherSchema = Type.Object({ amount_minor: amountMinor, currency, reference }, closed);

export const transferSchema = Type.Object({ amount_minor: amountMinor }, closed);

const at = Type.Optional(Type.String({ pattern: momentPattern }));

export const inventPaymentSchema = Type.Object(
  { amount_minor: amountMinor, currency, reference, at },
  closed,
);

export const inventRefundSchema = Type.Object({ amount_minor: amountMinor, reference, at }, closed);

const bookChange = {
  hidden: Type.Optional(Type.Boolean()),
  amount_minor: Type.Optional(amountMinor),
  at,
};

export const changePaymentInBooksSchema = Type.Object(
  {
    ...bookChange,
    status: Type.Optional(
      Type.Enum(['created', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled']),
    ),
  },
  closed,
);

export const changeDisputeInBooksSchema = Type.Object(
  { ...bookChange, status: Type.Optional(Type.Enum(['open', 'won', 'lost'])) },
  closed,
);

export const changeRefundInBooksSchema = Type.Object(
  { ...bookChange, status: Type.Optional(Type.Enum(['pending', 'succeeded', 'failed'])) },
  closed,
);
