import { AuthenticateMerchant } from '../../application/merchants/authenticate-merchant.ts';
import { ChangeMerchant } from '../../application/merchants/change-merchant.ts';
import { FindMerchants } from '../../application/merchants/find-merchants.ts';
import { ManageBranding } from '../../application/merchants/manage-branding.ts';
import { ManageMerchantKeys } from '../../application/merchants/manage-keys.ts';
import { ManageMerchantSettings } from '../../application/merchants/manage-settings.ts';
import { ManageWebhook } from '../../application/merchants/manage-webhook.ts';
import { OnboardMerchant } from '../../application/merchants/onboard-merchant.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/**
 * Registers, in the dependency injection container, the use cases that manage merchants, their keys, settings and webhook
 * secrets.
 */
export const merchants = area((bind) => {
  const { clock, environment, merchants, randomness } = tokens;
  bind(AuthenticateMerchant, { merchants, nonces: tokens.nonces, clock, environment });
  bind(OnboardMerchant, { merchants, randomness, clock, environment });
  bind(FindMerchants, { merchants });
  bind(ChangeMerchant, { merchants });
  bind(ManageMerchantSettings, { change: ChangeMerchant, types: tokens.channelTypes, environment });
  bind(ManageMerchantKeys, { change: ChangeMerchant, randomness, clock });
  bind(ManageBranding, { change: ChangeMerchant, logos: tokens.logos, merchants: FindMerchants });
  bind(ManageWebhook, { change: ChangeMerchant, randomness, clock, environment });
});
