import {
  type AuditDetails,
  ChangeBrandingRequest,
  ChangeSettingsRequest,
  type CreatedMerchant,
  CreateMerchantRequest,
  compileValidator,
  decodeStrictBase64,
  MerchantListQuery,
  type MerchantListResult,
  type MerchantTransitionCause,
  MoveMerchantRequest,
  SetAllowedOriginsRequest,
  succeed,
} from '@kassa/contracts';
import type Router from '@koa/router';
import type { BrandingChange, ChangeBranding } from '../../../../application/merchants/change-branding.ts';
import type {
  ChangeMerchantSettings,
  SettingsChange,
} from '../../../../application/merchants/change-merchant-settings.ts';
import type { ChangeMerchantState } from '../../../../application/merchants/change-merchant-state.ts';
import type { ListMerchants } from '../../../../application/merchants/list-merchants.ts';
import type { OnboardMerchant } from '../../../../application/merchants/onboard-merchant.ts';
import type { SetAllowedOrigins } from '../../../../application/merchants/set-allowed-origins.ts';
import type { ShowMerchant } from '../../../../application/merchants/show-merchant.ts';
import { jsonBodyOf } from '../json-body.ts';
import { pageSizeOf } from '../page-size.ts';
import { orThrow, refused } from '../refused-error.ts';
import { orInvalid, queryOf } from '../request-reading.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentListedMerchant, presentMerchant } from './merchant-presenter.ts';
import { routesOf } from './route-messages.ts';

export interface MerchantUseCases {
  readonly onboardMerchant: OnboardMerchant;
  readonly listMerchants: ListMerchants;
  readonly showMerchant: ShowMerchant;
  readonly setAllowedOrigins: SetAllowedOrigins;
  readonly changeBranding: ChangeBranding;
  readonly changeSettings: ChangeMerchantSettings;
  readonly changeState: ChangeMerchantState;
}

const readListQuery = compileValidator(MerchantListQuery);
const readNewMerchant = compileValidator(CreateMerchantRequest);
const readOrigins = compileValidator(SetAllowedOriginsRequest);
const readBranding = compileValidator(ChangeBrandingRequest);
const readSettings = compileValidator(ChangeSettingsRequest);
const readMove = compileValidator(MoveMerchantRequest);

/** The last part of the path, and what it does with the account. */
const moves = {
  approve: 'approved',
  disable: 'disabled',
  enable: 'enabled',
} as const satisfies Readonly<Record<string, MerchantTransitionCause>>;

/** Merchants, for `kassa-admin merchant …`. */
export function merchantRoutes(router: Router, useCases: MerchantUseCases, audit: AuditTrail): void {
  router.get('/merchants', async (ctx) => {
    const { after = null, limit } = orInvalid(readListQuery(queryOf(ctx)));
    const { merchants, next } = await useCases.listMerchants.execute({ after, limit: pageSizeOf(limit) });
    ctx.body = succeed<MerchantListResult>({ merchants: merchants.map(presentListedMerchant), next });
  });

  router.post('/merchants', async (ctx) => {
    const message = orInvalid(readNewMerchant(jsonBodyOf(ctx)));
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
    ctx.body = succeed<CreatedMerchant>({ ...presentMerchant(merchant), webhook_secret: webhookSecret });
  });

  router.get('/merchants/:merchantId', async (ctx) => {
    const { merchant } = orThrow(await useCases.showMerchant.executeLatest(String(ctx.params.merchantId)));
    ctx.body = succeed(presentMerchant(merchant));
  });

  router.post('/merchants/:merchantId/origins', async (ctx) => {
    const details = orInvalid(readOrigins(jsonBodyOf(ctx)));
    const merchantId = String(ctx.params.merchantId);
    const { merchant } = await audit.change(
      ctx,
      { action: 'merchant.origins', about: [merchantId], details },
      () => useCases.setAllowedOrigins.execute(merchantId, details.allowed_origins),
    );
    ctx.body = succeed(presentMerchant(merchant));
  });

  router.post('/merchants/:merchantId/branding', async (ctx) => {
    const { accent_color, logo } = orInvalid(readBranding(jsonBodyOf(ctx)));
    const merchantId = String(ctx.params.merchantId);
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
      () => useCases.changeBranding.execute(merchantId, change),
    );
    ctx.body = succeed(presentMerchant(merchant));
  });

  router.post('/merchants/:merchantId/settings', async (ctx) => {
    const details = orInvalid(readSettings(jsonBodyOf(ctx)));
    const merchantId = String(ctx.params.merchantId);
    const { merchant } = await audit.change(
      ctx,
      { action: 'merchant.settings', about: [merchantId], details },
      () => useCases.changeSettings.execute(merchantId, settingsOf(details)),
    );
    ctx.body = succeed(presentMerchant(merchant));
  });

  for (const command of ['approve', 'disable', 'enable'] as const) {
    router.post(`/merchants/:merchantId/${command}`, async (ctx) => {
      const details = orInvalid(readMove(jsonBodyOf(ctx)));
      const merchantId = String(ctx.params.merchantId);
      const { merchant } = await audit.change(
        ctx,
        { action: `merchant.${command}`, about: [merchantId], details },
        () => useCases.changeState.execute(merchantId, moves[command]),
      );
      ctx.body = succeed(presentMerchant(merchant));
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
