import { type Static, Type } from 'typebox';
import { AccentColor, closed, HttpUrl, OrderId, PageSize, Timestamp } from './field-schemas.ts';
import { merchantStates } from './merchant-states.ts';
import { MethodOrder, PaymentRoutes } from './payment-route.ts';
import { EventId, EventTypeName } from './webhook-event.ts';

/** Messages of the operations port (`/admin`), used by `kassa-admin`. */

const MerchantName = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'Shown to consumers at the cashier.',
  examples: ['Corner Shop'],
});

const PublicKeyPem = Type.String({
  minLength: 1,
  maxLength: 4096,
  description: 'RSA public key of 2048 bits, PEM (`-----BEGIN PUBLIC KEY-----`).',
});

const IpAllowList = Type.Array(Type.String({ maxLength: 64, examples: ['203.0.113.0/24'] }), {
  maxItems: 64,
  description: 'Single addresses and CIDR ranges, IPv4 and IPv6. If empty, all addresses are allowed.',
});

/** Minimum and maximum validity of a payment order, in seconds. */
export const ORDER_VALIDITY_SECONDS = { minimum: 60, maximum: 86_400 } as const;

const OrderValiditySeconds = Type.Integer({
  ...ORDER_VALIDITY_SECONDS,
  description: 'How long an order can be paid, in seconds; the default is 1800.',
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
    state: Type.Enum(['active', 'revoked'], { description: 'A revoked key never becomes active again.' }),
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
    description: 'Whether the endpoint answered 410 and is disabled.',
  }),
  previous_webhook_secret_ends_at: Type.Union([Timestamp, Type.Null()], {
    description: 'When the previous secret stops signing; null if there is none.',
  }),
  ip_allow_list: Type.Array(Type.String()),
  order_validity_seconds: Type.Integer(),
  may_take_card_numbers: Type.Boolean({
    description: 'Whether the merchant’s own cashier may take card numbers in production.',
  }),
  allowed_origins: Type.Array(Type.String(), {
    description:
      'Origins of the merchant’s own pages. They may show the hosted cashier in a frame, and consumers may be sent back to them.',
  }),
  routes: {
    ...PaymentRoutes,
    description:
      'Routes of the merchant’s payments, preferred first. If empty, the deployment’s routes apply.',
  },
  method_order: MethodOrder,
  branding: Type.Object(
    {
      accent_color: Type.Union([AccentColor, Type.Null()]),
      logo_path: Type.Union([Type.String(), Type.Null()], {
        description: 'Path of the logo, relative to the cashier’s public address.',
      }),
    },
    { ...closed, description: 'Branding of the merchant’s hosted cashier.' },
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
        description: '`next` of the previous page; this page starts after it.',
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
    merchants: Type.Array(ListedMerchant, { description: 'Sorted by ID.' }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Send this as `after` to get the next page. Null on the last page.',
    }),
  },
  closed,
);
export type MerchantListResult = Static<typeof MerchantListResult>;

export const CreatedMerchant = Type.Object(
  {
    ...merchantFields,
    webhook_secret: Type.String({
      description: 'The generated secret that signs webhooks. It is shown only once.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
  },
  closed,
);
export type CreatedMerchant = Static<typeof CreatedMerchant>;

const KeepPreviousHours = Type.Integer({
  minimum: 0,
  maximum: 168,
  description:
    'How long the previous secret stays valid, in hours. Default 24; use 0 to end a leaked secret immediately.',
  examples: [24],
});

/** Body of `POST /admin/merchants/{id}/webhook/rotate-secret`. */
export const RotateSecretRequest = Type.Object(
  { keep_previous_hours: Type.Optional(KeepPreviousHours) },
  closed,
);
export type RotateSecretRequest = Static<typeof RotateSecretRequest>;

/**
 * The answer to rotating a webhook secret: the merchant, and the new secret with which the gateway signs webhooks from now on.
 */
export const RotatedSecret = Type.Object(
  {
    ...merchantFields,
    webhook_secret: Type.String({ description: 'The new, generated secret. It is shown only once.' }),
  },
  closed,
);
export type RotatedSecret = Static<typeof RotatedSecret>;

/** Body of `POST /admin/merchants/{id}/webhook/secret`. No answer ever shows the secret. */
export const SetSecretRequest = Type.Object(
  {
    webhook_secret: Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'The merchant’s own secret: `whsec_` and the Base64 of 24 to 64 random bytes.',
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

/** The answer to adding a public key: the merchant, and the ID of the added key. */
export const AddedKey = Type.Object({ ...merchantFields, key_id: Type.String() }, closed);
export type AddedKey = Static<typeof AddedKey>;

/** Body of `POST /admin/merchants/{id}/keys/{key_id}/revoke`. */
export const RevokeKeyRequest = Type.Object(
  {
    force: Type.Optional(
      Type.Boolean({
        description: 'Also revokes the last active key; the merchant then cannot call until it has another.',
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
        description: 'Reason for the change, kept in the audit log.',
        examples: ['Contract ended'],
      }),
    ),
  },
  closed,
);
export type MoveMerchantRequest = Static<typeof MoveMerchantRequest>;

/** Body of `POST /admin/merchants/{id}/settings`. Omitted members stay unchanged. */
export const ChangeSettingsRequest = Type.Object(
  {
    name: Type.Optional(MerchantName),
    ip_allow_list: Type.Optional(IpAllowList),
    order_validity_seconds: Type.Optional(OrderValiditySeconds),
    may_take_card_numbers: Type.Optional(merchantFields.may_take_card_numbers),
    routes: Type.Optional({
      ...PaymentRoutes,
      description:
        'Replaces all routes; send an empty list to use the deployment’s routes. Another merchant’s account is refused.',
    }),
    method_order: Type.Optional(MethodOrder),
  },
  { ...closed, minProperties: 1 },
);
export type ChangeSettingsRequest = Static<typeof ChangeSettingsRequest>;

/** Body of `POST /admin/merchants/{id}/webhook/url`. */
export const SetWebhookUrlRequest = Type.Object({ webhook_url: HttpUrl }, closed);

/** Body of `POST /admin/merchants/{id}/origins`. The new list replaces the previous one. */
export const SetAllowedOriginsRequest = Type.Object(
  {
    allowed_origins: Type.Array(Type.String({ maxLength: 2048, examples: ['https://shop.example'] }), {
      maxItems: 20,
      uniqueItems: true,
      description:
        'Exact origins: `https:`, the host, and the port unless it is the default one (in the sandbox also `http:` to a loopback address).',
    }),
  },
  closed,
);
export type SetAllowedOriginsRequest = Static<typeof SetAllowedOriginsRequest>;

/** Body of `POST /admin/merchants/{id}/branding`. Omitted members stay unchanged; null removes a value. */
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
        'ID of an event, from `next` of the previous page; this page starts after it. An unknown ID, or one that is no longer kept, is answered INVALID_REQUEST.',
    }),
    limit: Type.Optional(PageSize),
  },
  closed,
);

/** An event whose delivery has permanently failed. */
export const FailedDelivery = Type.Object(
  {
    event_id: EventId,
    event_type: EventTypeName,
    merchant_id: Type.String(),
    order_id: OrderId,
    created_at: Timestamp,
    failed_at: Type.Union([Timestamp, Type.Null()], { description: 'When delivery was last attempted.' }),
    tries: Type.Integer({
      minimum: 0,
      description: 'Delivery attempts since the event was last resent manually.',
    }),
    http_status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'HTTP status of the last answer; null if there was none.',
    }),
    error: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the last attempt got no answer; null if it got one.',
    }),
  },
  closed,
);
export type FailedDelivery = Static<typeof FailedDelivery>;

export const FailedDeliveryList = Type.Object(
  {
    deliveries: Type.Array(FailedDelivery, { description: 'Newest first.' }),
    next: Type.Union([EventId, Type.Null()], {
      description: 'Send this as `after` to get the next page. Null on the last page.',
    }),
  },
  closed,
);
export type FailedDeliveryList = Static<typeof FailedDeliveryList>;

/** `data` of `POST /admin/webhooks/resend`. The request body is the same as when a merchant resends events by their IDs. */
export const OperatorResendResult = Type.Object({ resent: Type.Integer({ minimum: 0 }) }, closed);
export type OperatorResendResult = Static<typeof OperatorResendResult>;
