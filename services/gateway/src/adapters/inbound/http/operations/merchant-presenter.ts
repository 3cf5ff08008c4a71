import type { MerchantListResult, Merchant as MerchantMessage } from '@kassa/contracts';
import { logoPathOf } from '../../../../domain/merchant/branding.ts';
import type { Merchant } from '../../../../domain/merchant/merchant.ts';
import type { ListedMerchant } from '../../../../ports/merchant-repository.ts';
import { presentRoutes } from './route-messages.ts';

export function presentMerchant(merchant: Merchant): MerchantMessage {
  return {
    merchant_id: merchant.merchantId,
    name: merchant.name,
    state: merchant.state,
    webhook_url: merchant.webhook.url,
    webhook_switched_off: merchant.webhook.isSwitchedOff,
    previous_webhook_secret_ends_at: merchant.webhook.previousSecretEndsAt?.toISOString() ?? null,
    ip_allow_list: [...merchant.ipAllowList],
    order_validity_seconds: merchant.orderValiditySeconds,
    may_take_card_numbers: merchant.mayTakeCardNumbers,
    allowed_origins: [...merchant.allowedOrigins],
    routes: presentRoutes(merchant.routes),
    method_order: [...merchant.methodOrder],
    branding: {
      accent_color: merchant.branding.accentColor,
      logo_path: logoPathOf(merchant),
    },
    keys: merchant.keys.map((key) => ({
      key_id: key.keyId,
      fingerprint: key.fingerprint,
      state: key.revokedAt === null ? 'active' : 'revoked',
      created_at: key.createdAt.toISOString(),
      revoked_at: key.revokedAt?.toISOString() ?? null,
    })),
    created_at: merchant.createdAt.toISOString(),
  };
}

export function presentListedMerchant({
  merchantId,
  name,
  state,
  createdAt,
}: ListedMerchant): MerchantListResult['merchants'][number] {
  return { merchant_id: merchantId, name, state, created_at: createdAt.toISOString() };
}
