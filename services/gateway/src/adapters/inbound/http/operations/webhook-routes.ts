import {
  compileValidator,
  EventResendByIds,
  type FailedDelivery,
  type FailedDeliveryList,
  FailedDeliveryQuery,
  type OperatorResendResult,
  type RotatedSecret,
  RotateSecretRequest,
  SetSecretRequest,
  SetWebhookUrlRequest,
  succeed,
} from '@kassa/contracts';
import type Router from '@koa/router';
import type { ListFailedDeliveries } from '../../../../application/events/list-failed-deliveries.ts';
import type { ResendEvents } from '../../../../application/events/resend-events.ts';
import type { RetireWebhookSecret } from '../../../../application/merchants/retire-webhook-secret.ts';
import type { RotateWebhookSecret } from '../../../../application/merchants/rotate-webhook-secret.ts';
import type { SetWebhookSecret } from '../../../../application/merchants/set-webhook-secret.ts';
import type { SetWebhookUrl } from '../../../../application/merchants/set-webhook-url.ts';
import type { SwitchWebhookOn } from '../../../../application/merchants/switch-webhook-on.ts';
import type { LoggedEvent } from '../../../../ports/logged-event.ts';
import { jsonBodyOf } from '../json-body.ts';
import { pageSizeOf } from '../page-size.ts';
import { orThrow } from '../refused-error.ts';
import { orInvalid, queryOf } from '../request-reading.ts';
import { presentMerchant } from './merchant-presenter.ts';

export interface WebhookUseCases {
  readonly rotateWebhookSecret: RotateWebhookSecret;
  readonly retireWebhookSecret: RetireWebhookSecret;
  readonly setWebhookSecret: SetWebhookSecret;
  readonly setWebhookUrl: SetWebhookUrl;
  readonly switchWebhookOn: SwitchWebhookOn;
  readonly listFailedDeliveries: ListFailedDeliveries;
  readonly resendEvents: ResendEvents;
}

const readRotation = compileValidator(RotateSecretRequest);
const readSecret = compileValidator(SetSecretRequest);
const readUrl = compileValidator(SetWebhookUrlRequest);
const readFailedQuery = compileValidator(FailedDeliveryQuery);
const readResend = compileValidator(EventResendByIds);

/** Merchants' webhook endpoints and what they did not take, for `kassa-admin webhooks …`. */
export function webhookRoutes(router: Router, useCases: WebhookUseCases): void {
  router.post('/merchants/:merchantId/webhook/rotate-secret', async (ctx) => {
    const { keep_previous_hours } = orInvalid(readRotation(jsonBodyOf(ctx)));
    const { merchant, webhookSecret } = orThrow(
      await useCases.rotateWebhookSecret.execute(String(ctx.params.merchantId), keep_previous_hours),
    );
    ctx.body = succeed<RotatedSecret>({ ...presentMerchant(merchant), webhook_secret: webhookSecret });
  });

  router.post('/merchants/:merchantId/webhook/retire-secret', async (ctx) => {
    const { merchant } = orThrow(await useCases.retireWebhookSecret.execute(String(ctx.params.merchantId)));
    ctx.body = succeed(presentMerchant(merchant));
  });

  router.post('/merchants/:merchantId/webhook/secret', async (ctx) => {
    const { webhook_secret, keep_previous_hours } = orInvalid(readSecret(jsonBodyOf(ctx)));
    const { merchant } = orThrow(
      await useCases.setWebhookSecret.execute(
        String(ctx.params.merchantId),
        webhook_secret,
        keep_previous_hours,
      ),
    );
    ctx.body = succeed(presentMerchant(merchant));
  });

  router.post('/merchants/:merchantId/webhook/url', async (ctx) => {
    const { webhook_url } = orInvalid(readUrl(jsonBodyOf(ctx)));
    const { merchant } = orThrow(
      await useCases.setWebhookUrl.execute(String(ctx.params.merchantId), webhook_url),
    );
    ctx.body = succeed(presentMerchant(merchant));
  });

  router.post('/merchants/:merchantId/webhook/switch-on', async (ctx) => {
    const { merchant } = orThrow(await useCases.switchWebhookOn.execute(String(ctx.params.merchantId)));
    ctx.body = succeed(presentMerchant(merchant));
  });

  router.get('/webhooks/failed', async (ctx) => {
    const query = orInvalid(readFailedQuery(queryOf(ctx)));
    const { events, next } = orThrow(
      await useCases.listFailedDeliveries.execute({
        merchantId: query.merchant_id ?? null,
        after: query.after ?? null,
        limit: pageSizeOf(query.limit),
      }),
    );
    ctx.body = succeed<FailedDeliveryList>({ deliveries: events.map(presentFailed), next });
  });

  router.post('/webhooks/resend', async (ctx) => {
    const { event_ids } = orInvalid(readResend(jsonBodyOf(ctx)));
    const { count } = orThrow(await useCases.resendEvents.execute(event_ids, null));
    ctx.body = succeed<OperatorResendResult>({ resent: count });
  });
}

function presentFailed(event: LoggedEvent): FailedDelivery {
  const last = event.delivery.tries.at(-1);
  return {
    event_id: event.eventId,
    event_type: event.type,
    merchant_id: event.merchantId,
    order_id: event.orderId,
    created_at: event.createdAt.toISOString(),
    failed_at: last?.at.toISOString() ?? null,
    tries: event.delivery.failures,
    http_status: last?.httpStatus ?? null,
    error: last?.error ?? null,
  };
}
