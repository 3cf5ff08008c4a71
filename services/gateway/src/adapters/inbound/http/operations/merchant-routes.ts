import { type CreatedMerchant, CreateMerchantRequest, compileValidator, succeed } from '@kassa/contracts';
import type Router from '@koa/router';
import type { OnboardMerchant } from '../../../../application/merchants/onboard-merchant.ts';
import type { ShowMerchant } from '../../../../application/merchants/show-merchant.ts';
import { jsonBodyOf } from '../json-body.ts';
import { orThrow } from '../refused-error.ts';
import { orInvalid } from '../request-reading.ts';
import { presentMerchant } from './merchant-presenter.ts';

const readNewMerchant = compileValidator(CreateMerchantRequest);

/** Merchants, for `kassa-admin merchant …`. */
export function merchantRoutes(
  router: Router,
  onboardMerchant: OnboardMerchant,
  showMerchant: ShowMerchant,
): void {
  router.post('/merchants', async (ctx) => {
    const message = orInvalid(readNewMerchant(jsonBodyOf(ctx)));
    const { merchant, webhookSecret } = orThrow(
      await onboardMerchant.execute({
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
    const { merchant } = orThrow(await showMerchant.execute(String(ctx.params.merchantId)));
    ctx.body = succeed(presentMerchant(merchant));
  });
}
