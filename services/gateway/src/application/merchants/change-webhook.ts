import type { Merchant } from '../../domain/merchant/merchant.ts';
import type { WebhookEndpoint } from '../../domain/merchant/webhook-endpoint.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import { type Refusal, refuse } from '../refusal.ts';

const MAX_TRIES = 8;

export type WebhookChange = { readonly kind: 'changed'; readonly merchant: Merchant } | Refusal;

/** The one way the operator changes a merchant's webhook endpoint: load, decide, write if none other did. */
export class ChangeWebhook {
  readonly #merchants: MerchantRepository;

  constructor(deps: { merchants: MerchantRepository }) {
    this.#merchants = deps.merchants;
  }

  async execute(
    merchantId: string,
    decide: (webhook: WebhookEndpoint) => WebhookEndpoint | Refusal,
  ): Promise<WebhookChange> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const merchant = await this.#merchants.find(merchantId);
      if (merchant === undefined) {
        return refuse('MERCHANT_NOT_FOUND', `There is no merchant ${merchantId}.`);
      }
      const webhook = decide(merchant.webhook);
      if ('kind' in webhook) return webhook;
      const outcome = await this.#merchants.saveWebhook(merchantId, webhook);
      if (outcome === 'saved') return { kind: 'changed', merchant: { ...merchant, webhook } };
    }
    throw new TemporarilyUnavailable(`the webhook of merchant ${merchantId} is changed by too many at once`);
  }
}
