import { type FieldError, readMerchantPublicKey } from '@kassa/contracts';
import type { Environment } from '../../domain/environment.ts';
import { refuseAllowListEntries } from '../../domain/merchant/ip-allow-list.ts';
import {
  DEFAULT_ORDER_VALIDITY_SECONDS,
  type Merchant,
  newMerchant,
} from '../../domain/merchant/merchant.ts';
import { newPublicKey } from '../../domain/merchant/merchant-public-key.ts';
import { refuseWebhookAddress } from '../../domain/merchant/webhook-address.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { Randomness } from '../../ports/randomness.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { keyOfAnother } from './change-merchant.ts';

export interface NewMerchant {
  readonly name: string;
  readonly publicKeyPem: string;
  readonly webhookUrl: string;
  readonly ipAllowList: readonly string[];
  readonly orderValiditySeconds: number | null;
}

interface Dependencies {
  readonly merchants: MerchantRepository;
  readonly randomness: Randomness;
  readonly clock: Clock;
  readonly environment: Environment;
}

/** Onboards a merchant. The gateway generates the merchant's webhook secret, and no later answer shows it again. */
export class OnboardMerchant {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(
    request: NewMerchant,
  ): Promise<
    { readonly kind: 'onboarded'; readonly merchant: Merchant; readonly webhookSecret: string } | Refusal
  > {
    const reading = readMerchantPublicKey(request.publicKeyPem);
    const faults = this.#faultsOf(request);
    if (reading.kind === 'refused') faults.push({ path: 'public_key', message: reading.reason });
    if (reading.kind === 'refused' || faults.length > 0) {
      return refuse('INVALID_REQUEST', 'The merchant cannot be created with these values.', faults);
    }

    const now = this.#deps.clock.realNow();
    const webhookSecret = this.#deps.randomness.newWebhookSecret();
    const merchant = newMerchant(
      {
        merchantId: this.#deps.randomness.newMerchantId(),
        name: request.name,
        keys: [newPublicKey(this.#deps.randomness.newKeyId(), reading.key, now)],
        webhookUrl: request.webhookUrl,
        webhookSecret,
        ipAllowList: request.ipAllowList,
        orderValiditySeconds: request.orderValiditySeconds ?? DEFAULT_ORDER_VALIDITY_SECONDS,
        createdAt: now,
      },
      this.#deps.environment,
    );
    if ((await this.#deps.merchants.insert(merchant)) === 'duplicate_key') return keyOfAnother();
    return { kind: 'onboarded', merchant, webhookSecret };
  }

  #faultsOf({ webhookUrl, ipAllowList }: NewMerchant): FieldError[] {
    const addressFault = refuseWebhookAddress(webhookUrl, this.#deps.environment);
    return [
      ...(addressFault === undefined ? [] : [{ path: 'webhook_url', message: addressFault }]),
      ...refuseAllowListEntries(ipAllowList),
    ];
  }
}
