import {
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
import type { ChangeBranding } from '../../../../application/merchants/change-branding.ts';
import type { ChangeMerchantSettings } from '../../../../application/merchants/change-merchant-settings.ts';
import type { ChangeMerchantState } from '../../../../application/merchants/change-merchant-state.ts';
import type { ListMerchants } from '../../../../application/merchants/list-merchants.ts';
import type { OnboardMerchant } from '../../../../application/merchants/onboard-merchant.ts';
import type { SetAllowedOrigins } from '../../../../application/merchants/set-allowed-origins.ts';
import type { ShowMerchant } from '../../../../application/merchants/show-merchant.ts';
import { jsonBodyOf } from '../json-body.ts';
import { pageSizeOf } from '../page-size.ts';
import { orThrow, refused } from '../refused-error.ts';
import { orInvalid, queryOf } from '../request-reading.ts';
import { presentListedMerchant, presentMerchant } from './merchant-presenter.ts';

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
const moves: Readonly<Record<string, MerchantTransitionCause>> = {
  approve: 'approved',
  disable: 'disabled',
  enable: 'enabled',
};

/** Merchants, for `kassa-admin merchant …`. */
export function merchantRoutes(router: Router, useCases: MerchantUseCases): void {
  router.get('/merchants', async (ctx) => {
    const { after = null, limit } = orInvalid(readListQuery(queryOf(ctx)));
    const { merchants, next } = await useCases.listMerchants.execute({ after, limit: pageSizeOf(limit) });
    ctx.body = succeed<MerchantListResult>({ merchants: merchants.map(presentListedMerchant), next });
  });

  router.post('/merchants', async (ctx) => {
    const message = orInvalid(readNewMerchant(jsonBodyOf(ctx)));
    const { merchant, webhookSecret } = orThrow(
      await useCases.onboardMerchant.execute({
        name: message.name,
        publicKeyPem: message.public_key,
        webhookUrl: message.webhook_url,
        ipAllowList: message.ip_allow_list ?? [],
        orderValiditySeconds: message.order_validity_seconds ?? null,
      }),
    );
    ctx.body = succeed<CreatedMerchant>({ ...presentMerchant(merchant), webhook_secret: webhookSecret });
  });

  router.get('/merchants/:merchantId', async (ctx) => {
    const { merchant } = orThrow(await useCases.showMerchant.executeLatest(String(ctx.params.merchantId)));
    ctx.body = succeed(presentMerchant(merchant));
  });

  router.post('/merchants/:merchantId/origins', async (ctx) => {
    const { allowed_origins } = orInvalid(readOrigins(jsonBodyOf(ctx)));
    const { merchant } = orThrow(
      await useCases.setAllowedOrigins.execute(String(ctx.params.merchantId), allowed_origins),
    );
    ctx.body = succeed(presentMerchant(merchant));
  });

  router.post('/merchants/:merchantId/branding', async (ctx) => {
    const { accent_color, logo } = orInvalid(readBranding(jsonBodyOf(ctx)));
    const { merchant } = orThrow(
      await useCases.changeBranding.execute(String(ctx.params.merchantId), {
        ...(accent_color !== undefined && { accentColor: accent_color }),
        ...(logo !== undefined && { logo: logo === null ? null : logoBytesOf(logo) }),
      }),
    );
    ctx.body = succeed(presentMerchant(merchant));
  });

  router.post('/merchants/:merchantId/settings', async (ctx) => {
    const change = orInvalid(readSettings(jsonBodyOf(ctx)));
    const { merchant } = orThrow(
      await useCases.changeSettings.execute(String(ctx.params.merchantId), {
        ...(change.name !== undefined && { name: change.name }),
        ...(change.ip_allow_list !== undefined && { ipAllowList: change.ip_allow_list }),
        ...(change.order_validity_seconds !== undefined && {
          orderValiditySeconds: change.order_validity_seconds,
        }),
        ...(change.may_take_card_numbers !== undefined && {
          mayTakeCardNumbers: change.may_take_card_numbers,
        }),
      }),
    );
    ctx.body = succeed(presentMerchant(merchant));
  });

  for (const [command, cause] of Object.entries(moves)) {
    router.post(`/merchants/:merchantId/${command}`, async (ctx) => {
      orInvalid(readMove(jsonBodyOf(ctx)));
      const { merchant } = orThrow(await useCases.changeState.execute(String(ctx.params.merchantId), cause));
      ctx.body = succeed(presentMerchant(merchant));
    });
  }
}

function logoBytesOf(base64: string): Buffer {
  const bytes = decodeStrictBase64(base64);
  if (bytes !== undefined) return bytes;
  throw refused('INVALID_REQUEST', 'logo is not Base64.', [
    { path: 'logo', message: 'must be standard Base64 with padding' },
  ]);
}
