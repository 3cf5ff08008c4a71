import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { generateWebhookSecret } from '@kassa/contracts';
import { noBranding } from '../../src/domain/merchant/branding.ts';
import type { Merchant } from '../../src/domain/merchant/merchant.ts';
import {
  type MerchantPublicKey,
  newPublicKey as newMerchantKey,
} from '../../src/domain/merchant/merchant-public-key.ts';
import { newWebhookEndpoint } from '../../src/domain/merchant/webhook-endpoint.ts';
import { start } from './times.ts';

let count = 0;

/** Returns a merchant with an ID and a public key that no other merchant has. */
export function newMerchant(overrides: Partial<Merchant> = {}): Merchant {
  count += 1;
  return {
    merchantId: `mer_${count}`,
    name: 'Shop',
    state: 'active',
    keys: [publicKeyNamed('key_1')],
    webhook: newWebhookEndpoint(`https://shop-${count}.example/hook`, generateWebhookSecret()),
    ipAllowList: [],
    orderValiditySeconds: 1800,
    mayTakeCardNumbers: false,
    allowedOrigins: [],
    branding: noBranding,
    routes: [],
    methodOrder: [],
    createdAt: start,
    revision: 1,
    ...overrides,
  };
}

export function publicKeyNamed(keyId: string, key: KeyObject = newPublicKey()): MerchantPublicKey {
  return newMerchantKey(keyId, key, start);
}

/** Returns the merchant as it is after one of its keys was revoked. */
export function withoutKey(merchant: Merchant, keyId: string): Merchant {
  const keys = merchant.keys.map((key) => (key.keyId === keyId ? { ...key, revokedAt: start } : key));
  return { ...merchant, keys, revision: merchant.revision + 1 };
}

/**
 * Generates an elliptic-curve key. The repositories treat all kinds of keys alike, and generating an RSA key takes a long time.
 */
export function newPublicKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
}
