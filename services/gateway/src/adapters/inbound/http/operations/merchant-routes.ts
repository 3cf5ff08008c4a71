import { type AuditDetails, type ChangeSettingsRequest, decodeStrictBase64 } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { FindMerchants } from '../../../../application/merchants/find-merchants.ts';
import { type BrandingChange, ManageBranding } from '../../../../application/merchants/manage-branding.ts';
import {
  ManageMerchantSettings,
  type SettingsChange,
} from '../../../../application/merchants/manage-settings.ts';
import { OnboardMerchant } from '../../../../application/merchants/onboard-merchant.ts';
import type { InstancesOf } from '../instances-of.ts';
import { orThrow, refused } from '../refused-error.ts';
import { pageSizeOf } from '../request-reading.ts';
import { route } from '../route.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentListedMerchant, presentMerchant } from './merchant-presenter.ts';
import { routesOf } from './route-messages.ts';

export const merchantUseCases = {
  onboardMerchant: OnboardMerchant,
  findMerchants: FindMerchants,
  branding: ManageBranding,
  settings: ManageMerchantSettings,
};
export type MerchantUseCases = InstancesOf<typeof merchantUseCases>;

const moves = [
  { endpoint: endpoints.approveMerchant, action: 'merchant.approve', cause: 'approved' },
  { endpoint: endpoints.disableMerchant, action: 'merchant.disable', cause: 'disabled' },
  { endpoint: endpoints.enableMerchant, action: 'merchant.enable', cause: 'enabled' },
] as const;

/** Merchants, for `kassa-admin merchant …`. */
export function merchantRoutes(router: Router, useCases: MerchantUseCases, audit: AuditTrail): void {
  route(router, endpoints.listMerchants, async ({ query: { after = null, limit } }) => {
    const { merchants, next } = await useCases.findMerchants.list({ after, limit: pageSizeOf(limit) });
    return { merchants: merchants.map(presentListedMerchant), next };
  });

  route(router, endpoints.createMerchant, async ({ ctx, body: message }) => {
    const { public_key: publicKeyPem, ...details } = message;
    const { merchant, webhookSecret } = await audit.change(
      ctx,
      { action: 'merchant.create', about: [], details },
      () =>
        useCases.onboardMerchant.execute({
          name: message.name,
          publicKeyPem,
          webhookUrl: message.webhook_url,
          ipAllowList: message.ip_allow_list ?? [],
          orderValiditySeconds: message.order_validity_seconds ?? null,
        }),
      (onboarded) => [onboarded.merchant.merchantId, ...onboarded.merchant.keys.map(({ keyId }) => keyId)],
    );
    return { ...presentMerchant(merchant), webhook_secret: webhookSecret };
  });

  route(router, endpoints.showMerchant, async ({ path }) => {
    const { merchant } = orThrow(await useCases.findMerchants.findLatest(path.merchantId));
    return presentMerchant(merchant);
  });

  settingRoutes(router, useCases, audit);
}

function settingRoutes(router: Router, useCases: MerchantUseCases, audit: AuditTrail): void {
  route(router, endpoints.setAllowedOrigins, async ({ ctx, path: { merchantId }, body: details }) => {
    const { merchant } = await audit.change(
      ctx,
      { action: 'merchant.origins', about: [merchantId], details },
      () => useCases.settings.setAllowedOrigins(merchantId, details.allowed_origins),
    );
    return presentMerchant(merchant);
  });

  route(
    router,
    endpoints.changeBranding,
    async ({ ctx, path: { merchantId }, body: { accent_color, logo } }) => {
      const change: BrandingChange = {
        ...(accent_color !== undefined && { accentColor: accent_color }),
        ...(logo !== undefined && { logo: logo === null ? null : logoBytesOf(logo) }),
      };
      const details: AuditDetails = {
        ...(accent_color !== undefined && { accent_color }),
        ...(logo !== undefined && { logo: logo === null ? null : 'another one' }),
      };
      const { merchant } = await audit.change(
        ctx,
        { action: 'merchant.branding', about: [merchantId], details },
        () => useCases.branding.change(merchantId, change),
      );
      return presentMerchant(merchant);
    },
  );

  route(router, endpoints.changeMerchantSettings, async ({ ctx, path: { merchantId }, body: details }) => {
    const { merchant } = await audit.change(
      ctx,
      { action: 'merchant.settings', about: [merchantId], details },
      () => useCases.settings.change(merchantId, settingsOf(details)),
    );
    return presentMerchant(merchant);
  });

  for (const { endpoint, action, cause } of moves) {
    route(router, endpoint, async ({ ctx, path: { merchantId }, body: details }) => {
      const { merchant } = await audit.change(ctx, { action, about: [merchantId], details }, () =>
        useCases.settings.move(merchantId, cause),
      );
      return presentMerchant(merchant);
    });
  }
}

function settingsOf(change: ChangeSettingsRequest): SettingsChange {
  return {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.ip_allow_list !== undefined && { ipAllowList: change.ip_allow_list }),
    ...(change.order_validity_seconds !== undefined && {
      orderValiditySeconds: change.order_validity_seconds,
    }),
    ...(change.may_take_card_numbers !== undefined && { mayTakeCardNumbers: change.may_take_card_numbers }),
    ...(change.routes !== undefined && { routes: routesOf(change.routes) }),
    ...(change.method_order !== undefined && { methodOrder: change.method_order }),
  };
}

function logoBytesOf(base64: string): Buffer {
  const bytes = decodeStrictBase64(base64);
  if (bytes !== undefined) return bytes;
  throw refused('INVALID_REQUEST', 'logo is not Base64.', [
    { path: 'logo', message: 'must be standard Base64 with padding' },
  ]);
}
