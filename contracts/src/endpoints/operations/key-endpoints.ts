import { Type } from 'typebox';
import { AddedKey, AddKeyRequest, Merchant, RevokeKeyRequest } from '../../operations.ts';
import { type EndpointGroup, taking } from '../endpoint.ts';
import { exampleMerchant } from '../examples.ts';
import { merchantIdParameter, ofAdmin } from './merchant-endpoints.ts';

const [firstKey] = exampleMerchant.keys;
const newKey = {
  key_id: 'key_5nRtY2cVb7WqLxZp',
  fingerprint: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  state: 'active',
  created_at: '2026-11-21T09:30:00.000Z',
  revoked_at: null,
} as const;

export const addMerchantKey = taking({
  ...ofAdmin,
  id: 'addMerchantKey',
  method: 'POST',
  path: '/admin/merchants/{merchantId}/keys',
  summary: 'Add a public key',
  description:
    'The key becomes active within a second. The merchant’s other keys stay active. Adding a key that is already active returns it and changes nothing. A revoked key, or another merchant’s key, is refused with DUPLICATE_PUBLIC_KEY.',
  pathParameters: merchantIdParameter,
  body: AddKeyRequest,
  data: AddedKey,
  errors: ['INVALID_REQUEST', 'MERCHANT_NOT_FOUND', 'DUPLICATE_PUBLIC_KEY', 'TOO_MANY_KEYS'],
  examples: [
    {
      title: 'The next key',
      body: {
        public_key: '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEF…\n-----END PUBLIC KEY-----\n',
      },
      data: { ...exampleMerchant, keys: [...exampleMerchant.keys, newKey], key_id: newKey.key_id },
    },
  ],
});

export const revokeMerchantKey = taking({
  ...ofAdmin,
  id: 'revokeMerchantKey',
  method: 'POST',
  path: '/admin/merchants/{merchantId}/keys/{keyId}/revoke',
  summary: 'Revoke a public key',
  description:
    'Revokes the key permanently: within a second every instance refuses its signatures. The last active key is revoked only with `force`. Repeating the call changes nothing.',
  pathParameters: {
    ...merchantIdParameter,
    keyId: {
      schema: Type.String({ examples: [newKey.key_id] }),
      description: 'The ID of one of the merchant’s keys.',
    },
  },
  body: RevokeKeyRequest,
  data: Merchant,
  errors: ['INVALID_REQUEST', 'MERCHANT_NOT_FOUND', 'KEY_NOT_FOUND', 'LAST_ACTIVE_KEY'],
  examples: [
    {
      title: 'The previous key',
      body: {},
      data: {
        ...exampleMerchant,
        keys: [
          ...(firstKey === undefined
            ? []
            : [{ ...firstKey, state: 'revoked' as const, revoked_at: '2026-11-22T08:00:00.000Z' }]),
          newKey,
        ],
      },
    },
  ],
});

/** Endpoints for merchants' public keys, for `kassa-admin keys …`. */
export const operatorKeyGroup: EndpointGroup = {
  id: 'operations-keys',
  title: 'Merchants’ keys',
  description:
    'A merchant may have five active public keys and sign with any of them. To rotate keys: add the new key, have the merchant sign with it, then revoke the old one.',
  endpoints: [addMerchantKey, revokeMerchantKey],
};
