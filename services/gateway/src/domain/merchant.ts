import type { KeyObject } from 'node:crypto';

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
  readonly createdAt: Date;
}

export interface MerchantPublicKey {
  readonly keyId: string;
  readonly fingerprint: string;
  readonly key: KeyObject;
  readonly state: 'active' | 'revoked';
  readonly createdAt: Date;
}

export interface WebhookEndpoint {
  readonly url: string;
  /** `whsec_…`; two while they are being rotated. */
  readonly secrets: readonly string[];
  /** Switched off by an answer 410 (decisions, section 9). */
  readonly isSwitchedOff: boolean;
}

/** Order validity unless the merchant has its own (decisions, section 4). */
export const DEFAULT_ORDER_VALIDITY_SECONDS = 30 * 60;
