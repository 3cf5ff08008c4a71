import type { KeyObject } from 'node:crypto';
import type { Branding } from './branding.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** A company that takes payments through the gateway. */
export interface Merchant {
  readonly merchantId: string;
  readonly name: string;
  readonly state: 'active' | 'disabled';
  readonly keys: readonly MerchantPublicKey[];
  readonly webhook: WebhookEndpoint;
  /** Single addresses and CIDR ranges; empty means all. */
  readonly ipAllowList: readonly string[];
  readonly orderValiditySeconds: number;
  /** Whether its own cashier may take card numbers in production (decisions, section 7). */
  readonly mayTakeCardNumbers: boolean;
  /** Exact origins of its own pages. */
  readonly allowedOrigins: readonly string[];
  readonly branding: Branding;
  readonly createdAt: Date;
}

export interface MerchantPublicKey {
  readonly keyId: string;
  readonly fingerprint: string;
  readonly key: KeyObject;
  readonly state: 'active' | 'revoked';
  readonly createdAt: Date;
}

/** Order validity unless the merchant has its own (decisions, section 4). */
export const DEFAULT_ORDER_VALIDITY_SECONDS = 30 * 60;
