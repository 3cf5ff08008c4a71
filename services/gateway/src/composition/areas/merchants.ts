import { AddMerchantKey } from '../../application/merchants/add-merchant-key.ts';
import { AuthenticateMerchant } from '../../application/merchants/authenticate-merchant.ts';
import { ChangeBranding } from '../../application/merchants/change-branding.ts';
import { ChangeMerchant } from '../../application/merchants/change-merchant.ts';
import { ChangeMerchantSettings } from '../../application/merchants/change-merchant-settings.ts';
import { ChangeMerchantState } from '../../application/merchants/change-merchant-state.ts';
import { ListMerchants } from '../../application/merchants/list-merchants.ts';
import { OnboardMerchant } from '../../application/merchants/onboard-merchant.ts';
import { RetireWebhookSecret } from '../../application/merchants/retire-webhook-secret.ts';
import { RevokeMerchantKey } from '../../application/merchants/revoke-merchant-key.ts';
import { RotateWebhookSecret } from '../../application/merchants/rotate-webhook-secret.ts';
import { SetAllowedOrigins } from '../../application/merchants/set-allowed-origins.ts';
import { SetWebhookSecret } from '../../application/merchants/set-webhook-secret.ts';
import { SetWebhookUrl } from '../../application/merchants/set-webhook-url.ts';
import { ShowLogo } from '../../application/merchants/show-logo.ts';
import { ShowMerchant } from '../../application/merchants/show-merchant.ts';
import { SwitchWebhookOn } from '../../application/merchants/switch-webhook-on.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** Merchants, their keys, settings and webhook secrets. */
export const merchants = area((bind) => {
  const { clock, environment, merchants, randomness } = tokens;
  bind(AuthenticateMerchant, { merchants, nonces: tokens.nonces, clock, environment });
  bind(OnboardMerchant, { merchants, randomness, clock, environment });
  bind(ListMerchants, { merchants });
  bind(ShowMerchant, { merchants });
  bind(ChangeMerchant, { merchants });
  bind(ChangeMerchantState, { change: ChangeMerchant });
  bind(ChangeMerchantSettings, { change: ChangeMerchant, types: tokens.channelTypes });
  bind(AddMerchantKey, { change: ChangeMerchant, randomness, clock });
  bind(RevokeMerchantKey, { change: ChangeMerchant, clock });
  bind(SetAllowedOrigins, { change: ChangeMerchant, environment });
  bind(ChangeBranding, {
    change: ChangeMerchant,
    logos: tokens.logos,
    showMerchant: ShowMerchant,
  });
  bind(ShowLogo, { logos: tokens.logos });
  bind(RotateWebhookSecret, { change: ChangeMerchant, randomness, clock });
  bind(SetWebhookSecret, { change: ChangeMerchant, clock });
  bind(RetireWebhookSecret, { change: ChangeMerchant });
  bind(SetWebhookUrl, { change: ChangeMerchant, environment });
  bind(SwitchWebhookOn, { change: ChangeMerchant });
});
