import { createHash } from 'node:crypto';
import { type FieldError, readMerchantPublicKey } from '@kassa/contracts';
import type { Environment } from '../../domain/environment.ts';
import { noBranding } from '../../domain/merchant/branding.ts';
import { isAllowListEntry } from '../../domain/merchant/ip-allow-list.ts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import { DEFAULT_ORDER_VALIDITY_SECONDS } from '../../domain/merchant/merchant.ts';
import { refuseAddress } from '../../domain/merchant/public-address.ts';
import { newWebhookEndpoint } from '../../domain/merchant/webhook-endpoint.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { Randomness } from '../../ports/randomness.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface NewMerchant {
  readonly name: string;
  readonly publicKeyPem: string;
  readonly webhookUrl: string;
  readonly ipAllowList: readonly string[];
  readonly orderValiditySeconds: number | null;
}

/** Takes a merchant on. The webhook secret is generated here and is in this answer only. */
export class OnboardMerchant {
  readonly #merchants: MerchantRepository;
  readonly #randomness: Randomness;
  readonly #clock: Clock;
  readonly #environment: Environment;

  constructor(deps: {
    merchants: MerchantRepository;
    randomness: Randomness;
    clock: Clock;
    environment: Environment;
  }) {
    this.#merchants = deps.merchants;
    this.#randomness = deps.randomness;
    this.#clock = deps.clock;
    this.#environment = deps.environment;
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
      return refuse('INVALID_REQUEST', 'The merchant can not be created as described.', faults);
    }

    const now = this.#clock.realNow();
    const webhookSecret = this.#randomness.newWebhookSecret();
    const merchant: Merchant = {
      merchantId: this.#randomness.newMerchantId(),
      name: request.name,
      state: 'active',
      keys: [
        {
          keyId: this.#randomness.newKeyId(),
          fingerprint: createHash('sha256')
            .update(reading.key.export({ type: 'spki', format: 'der' }))
            .digest('hex'),
          key: reading.key,
          state: 'active',
          createdAt: now,
        },
      ],
      webhook: newWebhookEndpoint(request.webhookUrl, webhookSecret),
      ipAllowList: request.ipAllowList,
      orderValiditySeconds: request.orderValiditySeconds ?? DEFAULT_ORDER_VALIDITY_SECONDS,
      mayTakeCardNumbers: false,
      allowedOrigins: [],
      branding: noBranding,
      createdAt: now,
    };
    if ((await this.#merchants.insert(merchant)) === 'duplicate_key') {
      return refuse(
        'DUPLICATE_PUBLIC_KEY',
        'This public key is registered already. Generate a key pair of its own for each merchant.',
        [{ path: 'public_key', message: 'is registered already' }],
      );
    }
    return { kind: 'onboarded', merchant, webhookSecret };
  }

  #faultsOf(request: NewMerchant): FieldError[] {
    const faults: FieldError[] = [];
    const addressFault = refuseAddress(request.webhookUrl, this.#environment);
    if (addressFault !== undefined) faults.push({ path: 'webhook_url', message: addressFault });
    for (const [index, entry] of request.ipAllowList.entries()) {
      if (!isAllowListEntry(entry)) {
        faults.push({
          path: `ip_allow_list[${index}]`,
          message: 'must be an IPv4 or IPv6 address or CIDR range',
        });
      }
    }
    return faults;
  }
}
