import { type Static, Type } from 'typebox';
import { AccentColor, closed, HttpUrl, OrderId, PageSize, Timestamp } from './field-schemas.ts';
import { merchantStates } from './merchant-states.ts';
import { MethodOrder, PaymentRoutes } from './payment-route.ts';
import { EventId, EventTypeName } from './webhook-event.ts';

/** Messages of the operations port (`/admin`), which `kassa-admin` speaks. */

const MerchantName = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'Consumers see it at the cashier.',
  examples: ['Corner Shop'],
});

const PublicKeyPem = Type.String({
  minLength: 1,
  maxLength: 4096,
  description: 'RSA public key of 2048 bits, PEM (`-----BEGIN PUBLIC KEY-----`).',
});

const IpAllowList = Type.Array(Type.String({ maxLength: 64, examples: ['203.0.113.0/24'] }), {
  maxItems: 64,
  description: 'Single addresses and CIDR ranges, IPv4 and IPv6. Empty: all.',
});

/** How long an order can be paid at least and at most, in seconds. */
export const ORDER_VALIDITY_SECONDS = { minimum: 60, maximum: 86_400 } as const;

const OrderValiditySeconds = Type.Integer({
  ...ORDER_VALIDITY_SECONDS,
  description: 'How long an order can be paid; 1800 unless given.',
  examples: [1800],
});

export const CreateMerchantRequest = Type.Object(
  {
    name: MerchantName,
    public_key: PublicKeyPem,
    webhook_url: HttpUrl,
    ip_allow_list: Type.Optional(IpAllowList),
    order_validity_seconds: Type.Optional(OrderValiditySeconds),
  },
  closed,
);
export type CreateMerchantRequest = Static<typeof CreateMerchantRequest>;

export const MerchantKey = Type.Object(
  {
    key_id: Type.String({ examples: ['key_8dKw2Lq0Zr5TnVbX'] }),
    fingerprint: Type.String({ description: 'Lower-case hex SHA-256 of the key’s DER (SPKI).' }),
    state: Type.Enum(['active', 'revoked'], { description: 'A revoked key is never active again.' }),
    created_at: Timestamp,
    revoked_at: Type.Union([Timestamp, Type.Null()]),
  },
  closed,
);
export type MerchantKey = Static<typeof MerchantKey>;

const merchantFields = {
  merchant_id: Type.String({ examples: ['mer_3vQ8x0Yb2LkT9sWd'] }),
  name: Type.String(),
  state: Type.Enum([...merchantStates]),
  webhook_url: Type.String(),
  webhook_switched_off: Type.Boolean({
    description: 'Whether the endpoint answered 410, so that nothing is sent to it.',
  }),
  previous_webhook_secret_ends_at: Type.Union([Timestamp, Type.Null()], {
    description: 'Until then the secret before the current one signs too; null when there is none.',
  }),
  ip_allow_list: Type.Array(Type.String()),
  order_validity_seconds: Type.Integer(),
  may_take_card_numbers: Type.Boolean({
    description: 'Whether a cashier of its own may take card numbers in production.',
  }),
  allowed_origins: Type.Array(Type.String(), {
    description:
      'Origins of its own pages: they may show the hosted cashier in a frame, and consumers may be led back to them.',
  }),
  routes: {
    ...PaymentRoutes,
    description: 'Where its payments go, the preferred first. Empty: as the deployment’s routes say.',
  },
  method_order: MethodOrder,
  branding: Type.Object(
    {
      accent_color: Type.Union([AccentColor, Type.Null()]),
      logo_path: Type.Union([Type.String(), Type.Null()], {
        description: 'Where its logo stands, below the public address of the cashier.',
      }),
    },
    { ...closed, description: 'How the hosted cashier looks for it.' },
  ),
  keys: Type.Array(MerchantKey),
  created_at: Timestamp,
};

export const Merchant = Type.Object(merchantFields, closed);
export type Merchant = Static<typeof Merchant>;

/** Query of `GET /admin/merchants`. */
export const MerchantListQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: '`next` of the page before; the list goes on behind it.',
        examples: ['mer_3vQ8x0Yb2LkT9sWd'],
      }),
    ),
    limit: Type.Optional(PageSize),
  },
  closed,
);

export const ListedMerchant = Type.Object(
  {
    merchant_id: merchantFields.merchant_id,
    name: merchantFields.name,
    state: merchantFields.state,
    created_at: merchantFields.created_at,
  },
  closed,
);

export const MerchantListResult = Type.Object(
  {
    merchants: Type.Array(ListedMerchant, { description: 'By their IDs.' }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'More follow: send it as `after` to read on. Null: that is all.',
    }),
  },
  closed,
);
export type MerchantListResult = Static<typeof MerchantListResult>;

export const CreatedMerchant = Type.Object(
  {
    ...merchantFields,
    webhook_secret: Type.String({
      description: 'Signs the webhooks; generated, and shown this once.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
  },
  closed,
);
export type CreatedMerchant = Static<typeof CreatedMerchant>;

const KeepPreviousHours = Type.Integer({
  minimum: 0,
  maximum: 168,
  description: 'How long the secret before signs too. Default 24; 0 ends it at once, for one that leaked.',
  examples: [24],
});

/** Body of `POST /admin/merchants/{id}/webhook/rotate-secret`. */
export const RotateSecretRequest = Type.Object(
  { keep_previous_hours: Type.Optional(KeepPreviousHours) },
  closed,
);
export type RotateSecretRequest = Static<typeof RotateSecretRequest>;

/** The merchant with its new secret, which signs from now on. */
export const RotatedSecret = Type.Object(
  {
    ...merchantFields,
    webhook_secret: Type.String({ description: 'The new secret; generated, and shown this once.' }),
  },
  closed,
);
export type RotatedSecret = Static<typeof RotatedSecret>;

/** Body of `POST /admin/merchants/{id}/webhook/secret`. The secret is in no answer and is not shown again. */
export const SetSecretRequest = Type.Object(
  {
    webhook_secret: Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'The merchant’s own: `whsec_` and the Base64 of 24 to 64 random bytes.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
    keep_previous_hours: Type.Optional(KeepPreviousHours),
  },
  closed,
);
export type SetSecretRequest = Static<typeof SetSecretRequest>;

/** Body of `POST /admin/merchants/{id}/keys`. */
export const AddKeyRequest = Type.Object({ public_key: PublicKeyPem }, closed);
export type AddKeyRequest = Static<typeof AddKeyRequest>;

/** The merchant, and which of its keys the one that was sent is. */
export const AddedKey = Type.Object({ ...merchantFields, key_id: Type.String() }, closed);
export type AddedKey = Static<typeof AddedKey>;

/** Body of `POST /admin/merchants/{id}/keys/{key_id}/revoke`. */
export const RevokeKeyRequest = Type.Object(
  {
    force: Type.Optional(
      Type.Boolean({
        description: 'Revokes the last active key too: the merchant can not call until it has another.',
      }),
    ),
  },
  closed,
);
export type RevokeKeyRequest = Static<typeof RevokeKeyRequest>;

/** Body of `POST /admin/merchants/{id}/approve`, `…/disable` and `…/enable`. */
export const MoveMerchantRequest = Type.Object(
  {
    note: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Why; the audit log keeps it.',
        examples: ['Contract ended'],
      }),
    ),
  },
  closed,
);
export type MoveMerchantRequest = Static<typeof MoveMerchantRequest>;

/** Body of `POST /admin/merchants/{id}/settings`. What is left out stays as it is. */
export const ChangeSettingsRequest = Type.Object(
  {
    name: Type.Optional(MerchantName),
    ip_allow_list: Type.Optional(IpAllowList),
    order_validity_seconds: Type.Optional(OrderValiditySeconds),
    may_take_card_numbers: Type.Optional(merchantFields.may_take_card_numbers),
    routes: Type.Optional({
      ...PaymentRoutes,
      description:
        'All of them anew; empty to go by the deployment’s. An account of another merchant can not be named.',
    }),
    method_order: Type.Optional(MethodOrder),
  },
  { ...closed, minProperties: 1 },
);
export type ChangeSettingsRequest = Static<typeof ChangeSettingsRequest>;

/** Body of `POST /admin/merchants/{id}/webhook/url`. */
export const SetWebhookUrlRequest = Type.Object({ webhook_url: HttpUrl }, closed);

/** Body of `POST /admin/merchants/{id}/origins`; the list replaces the one before. */
export const SetAllowedOriginsRequest = Type.Object(
  {
    allowed_origins: Type.Array(Type.String({ maxLength: 2048, examples: ['https://shop.example'] }), {
      maxItems: 20,
      uniqueItems: true,
      description:
        'Exact origins: `https:`, host, and a port that is not the usual one (in the sandbox also `http:` to a loopback address).',
    }),
  },
  closed,
);
export type SetAllowedOriginsRequest = Static<typeof SetAllowedOriginsRequest>;

/** Body of `POST /admin/merchants/{id}/branding`. What is left out stays as it is; null takes it away. */
export const ChangeBrandingRequest = Type.Object(
  {
    accent_color: Type.Optional(Type.Union([AccentColor, Type.Null()])),
    logo: Type.Optional(
      Type.Union([Type.String({ maxLength: 131_072 }), Type.Null()], {
        description:
          'Base64 of a PNG, JPEG or WebP image of at most 64 KiB and 2048 pixels in width and height.',
      }),
    ),
  },
  { ...closed, minProperties: 1 },
);
export type ChangeBrandingRequest = Static<typeof ChangeBrandingRequest>;

/** Query of `GET /admin/webhooks/failed`. */
export const FailedDeliveryQuery = Type.Object(
  {
    merchant_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    after: Type.Optional({
      ...EventId,
      description:
        'ID of an event, as `next` of the page before gave it; the list goes on behind it. One that is not known, or not kept any more, is answered INVALID_REQUEST.',
    }),
    limit: Type.Optional(PageSize),
  },
  closed,
);

/** An event whose delivery was given up. */
export const FailedDelivery = Type.Object(
  {
    event_id: EventId,
    event_type: EventTypeName,
    merchant_id: Type.String(),
    order_id: OrderId,
    created_at: Timestamp,
    failed_at: Type.Union([Timestamp, Type.Null()], { description: 'When it was tried last.' }),
    tries: Type.Integer({
      minimum: 0,
      description: 'How often it was tried since it was sent last by hand.',
    }),
    http_status: Type.Union([Type.Integer(), Type.Null()], { description: 'Of the last answer.' }),
    error: Type.Union([Type.String(), Type.Null()], { description: 'Why there was no last answer.' }),
  },
  closed,
);
export type FailedDelivery = Static<typeof FailedDelivery>;

export const FailedDeliveryList = Type.Object(
  {
    deliveries: Type.Array(FailedDelivery, { description: 'The latest first.' }),
    next: Type.Union([EventId, Type.Null()], {
      description: 'More follow: send it as `after` to read on. Null: that is all.',
    }),
  },
  closed,
);
export type FailedDeliveryList = Static<typeof FailedDeliveryList>;

/** `data` of `POST /admin/webhooks/resend`, whose body is that of the merchant’s resend by identifiers. */
export const OperatorResendResult = Type.Object({ resent: Type.Integer({ minimum: 0 }) }, closed);
export type OperatorResendResult = Static<typeof OperatorResendResult>;
