import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { generateWebhookSecret } from '@kassa/contracts';
import { noBranding } from '../../src/domain/merchant/branding.ts';
import type { Merchant } from '../../src/domain/merchant/merchant.ts';
import { newWebhookEndpoint } from '../../src/domain/merchant/webhook-endpoint.ts';
import { start } from './times.ts';

let count = 0;

/** A merchant with an ID and a public key of its own. */
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
    createdAt: start,
    ...overrides,
  };
}

export function publicKeyNamed(keyId: string, key: KeyObject = newPublicKey()): Merchant['keys'][number] {
  const fingerprint = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
  return { keyId, fingerprint, key, state: 'active', createdAt: start };
}

/** An elliptic-curve key: what the repositories do does not depend on the kind, and RSA keys take long to make. */
export function newPublicKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
}
