import type { MerchantState } from '@kassa/contracts';
import type { Environment } from '../environment.ts';
import type { Route } from '../routing/route.ts';
import { type Branding, noBranding } from './branding.ts';
import type { MerchantPublicKey } from './merchant-public-key.ts';
import { newWebhookEndpoint, type WebhookEndpoint } from './webhook-endpoint.ts';

/** A company that takes payments through the gateway. */
export interface Merchant {
  readonly merchantId: string;
  readonly name: string;
  readonly state: MerchantState;
  /** Includes revoked keys: a revoked key is never accepted again. */
  readonly keys: readonly MerchantPublicKey[];
  readonly webhook: WebhookEndpoint;
  /** Single addresses and CIDR ranges; empty means all. */
  readonly ipAllowList: readonly string[];
  readonly orderValiditySeconds: number;
  /** Whether the merchant's own cashier may take card numbers in production. */
  readonly mayTakeCardNumbers: boolean;
  /** Exact origins of the merchant's own pages. */
  readonly allowedOrigins: readonly string[];
  readonly branding: Branding;
  /** The merchant's own routes, the preferred one first; if empty, the deployment's routes apply. */
  readonly routes: readonly Route[];
  /** Codes of the methods that consumers are shown first. */
  readonly methodOrder: readonly string[];
  readonly createdAt: Date;
  /** Grows with each change, so that two simultaneous changes do not undo each other. */
  readonly revision: number;
}

/** The order validity, unless the merchant has its own. */
export const DEFAULT_ORDER_VALIDITY_SECONDS = 30 * 60;

/** A newly onboarded merchant: in production it waits for approval. */
export function newMerchant(
  {
    webhookUrl,
    webhookSecret,
    ...given
  }: Pick<Merchant, 'merchantId' | 'name' | 'keys' | 'ipAllowList' | 'orderValiditySeconds' | 'createdAt'> & {
    readonly webhookUrl: string;
    readonly webhookSecret: string;
  },
  environment: Environment,
): Merchant {
  return {
    ...given,
    state: environment === 'production' ? 'pending' : 'active',
    webhook: newWebhookEndpoint(webhookUrl, webhookSecret),
    mayTakeCardNumbers: false,
    allowedOrigins: [],
    branding: noBranding,
    routes: [],
    methodOrder: [],
    revision: 1,
  };
}
