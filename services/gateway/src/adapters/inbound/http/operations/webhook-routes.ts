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
import type { AuditTrail } from './audit-trail.ts';
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
export function webhookRoutes(router: Router, useCases: WebhookUseCases, audit: AuditTrail): void {
  router.post('/merchants/:merchantId/webhook/rotate-secret', async (ctx) => {
    const details = orInvalid(readRotation(jsonBodyOf(ctx)));
    const merchantId = String(ctx.params.merchantId);
    const { merchant, webhookSecret } = await audit.change(
      ctx,
      { action: 'webhooks.rotate_secret', about: [merchantId], details },
      () => useCases.rotateWebhookSecret.execute(merchantId, details.keep_previous_hours),
    );
    ctx.body = succeed<RotatedSecret>({ ...presentMerchant(merchant), webhook_secret: webhookSecret });
  });

  router.post('/merchants/:merchantId/webhook/retire-secret', async (ctx) => {
    const merchantId = String(ctx.params.merchantId);
    const { merchant } = await audit.change(
      ctx,
      { action: 'webhooks.retire_secret', about: [merchantId] },
      () => useCases.retireWebhookSecret.execute(merchantId),
    );
    ctx.body = succeed(presentMerchant(merchant));
  });

  router.post('/merchants/:merchantId/webhook/secret', async (ctx) => {
    const { webhook_secret, ...details } = orInvalid(readSecret(jsonBodyOf(ctx)));
    const merchantId = String(ctx.params.merchantId);
    const { merchant } = await audit.change(
      ctx,
      { action: 'webhooks.set_secret', about: [merchantId], details },
      () => useCases.setWebhookSecret.execute(merchantId, webhook_secret, details.keep_previous_hours),
    );
    ctx.body = succeed(presentMerchant(merchant));
  });

  router.post('/merchants/:merchantId/webhook/url', async (ctx) => {
    const details = orInvalid(readUrl(jsonBodyOf(ctx)));
    const merchantId = String(ctx.params.merchantId);
    const { merchant } = await audit.change(
      ctx,
      { action: 'webhooks.set_url', about: [merchantId], details },
      () => useCases.setWebhookUrl.execute(merchantId, details.webhook_url),
    );
    ctx.body = succeed(presentMerchant(merchant));
  });

  router.post('/merchants/:merchantId/webhook/switch-on', async (ctx) => {
    const merchantId = String(ctx.params.merchantId);
    const { merchant } = await audit.change(ctx, { action: 'webhooks.switch_on', about: [merchantId] }, () =>
      useCases.switchWebhookOn.execute(merchantId),
    );
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
    const { count } = await audit.change(ctx, { action: 'webhooks.resend', about: event_ids }, () =>
      useCases.resendEvents.execute(event_ids, null),
    );
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
