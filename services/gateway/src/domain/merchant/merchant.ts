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
  /** The merchant's public keys, including revoked ones, so that a revoked key is recognised and never accepted again. */
  readonly keys: readonly MerchantPublicKey[];
  readonly webhook: WebhookEndpoint;
  /** Addresses and CIDR ranges from which the merchant may call; an empty list allows all. */
  readonly ipAllowList: readonly string[];
  readonly orderValiditySeconds: number;
  /** Whether the merchant's own cashier may take card numbers in production. */
  readonly mayTakeCardNumbers: boolean;
  /**
   * The origins of the merchant's own pages, such as `https://shop.example`. These pages may show the hosted cashier in a
   * frame, and consumers may be sent back to them.
   */
  readonly allowedOrigins: readonly string[];
  readonly branding: Branding;
  /** The merchant's own routes, the preferred one first; if empty, the deployment's routes apply. */
  readonly routes: readonly Route[];
  /** Codes of the payment methods that the cashier shows first, in this order. */
  readonly methodOrder: readonly string[];
  readonly createdAt: Date;
  /**
   * Grows with each change of the merchant. A write names the revision that it expects, so that simultaneous changes do not
   * overwrite each other.
   */
  readonly revision: number;
}

/** How long an order can be paid, unless the merchant has another validity for its orders. */
export const DEFAULT_ORDER_VALIDITY_SECONDS = 30 * 60;

/** Creates a newly onboarded merchant. In production, the merchant has to be approved before it can take payments. */
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
