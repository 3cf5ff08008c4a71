import { type Static, Type } from 'typebox';
import { closed, HttpUrl, Timestamp } from './field-schemas.ts';

/** Messages of the operations port (`/admin`), which `kassa-admin` speaks. */

export const CreateMerchantRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 128, examples: ['Corner Shop'] }),
    public_key: Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'RSA public key of 2048 bits, PEM (`-----BEGIN PUBLIC KEY-----`).',
    }),
    webhook_url: HttpUrl,
    ip_allow_list: Type.Optional(
      Type.Array(Type.String({ maxLength: 64, examples: ['203.0.113.0/24'] }), {
        maxItems: 64,
        description: 'Single addresses and CIDR ranges, IPv4 and IPv6. Empty: all.',
      }),
    ),
    order_validity_seconds: Type.Optional(
      Type.Integer({ minimum: 60, maximum: 86_400, description: 'Default 1800.' }),
    ),
  },
  closed,
);
export type CreateMerchantRequest = Static<typeof CreateMerchantRequest>;

export const MerchantKey = Type.Object(
  {
    key_id: Type.String(),
    fingerprint: Type.String({ description: 'Lower-case hex SHA-256 of the key’s DER (SPKI).' }),
    state: Type.Enum(['active', 'revoked']),
    created_at: Timestamp,
  },
  closed,
);

const merchantFields = {
  merchant_id: Type.String({ examples: ['mer_3vQ8x0Yb2LkT9sWd'] }),
  name: Type.String(),
  state: Type.Enum(['active', 'disabled']),
  webhook_url: Type.String(),
  ip_allow_list: Type.Array(Type.String()),
  order_validity_seconds: Type.Integer(),
  keys: Type.Array(MerchantKey),
  created_at: Timestamp,
};

export const Merchant = Type.Object(merchantFields, closed);
export type Merchant = Static<typeof Merchant>;

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
