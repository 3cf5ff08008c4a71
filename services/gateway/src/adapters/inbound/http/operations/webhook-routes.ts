import type { FailedDelivery } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { ListUndelivered } from '../../../../application/events/list-undelivered.ts';
import { ResendEvents } from '../../../../application/events/resend-events.ts';
import { ManageWebhook } from '../../../../application/merchants/manage-webhook.ts';
import type { LoggedEvent } from '../../../../ports/logged-event.ts';
import type { InstancesOf } from '../instances-of.ts';
import { orThrow } from '../refused-error.ts';
import { pageSizeOf } from '../request-reading.ts';
import { route } from '../route.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentMerchant } from './merchant-presenter.ts';

export const webhookUseCases = {
  webhook: ManageWebhook,
  undelivered: ListUndelivered,
  resendEvents: ResendEvents,
};
export type WebhookUseCases = InstancesOf<typeof webhookUseCases>;

/** Manages merchants' webhook endpoints, and sends undelivered events again, for `kassa-admin webhooks …`. */
export function webhookRoutes(router: Router, useCases: WebhookUseCases, audit: AuditTrail): void {
  route(router, endpoints.rotateWebhookSecret, async ({ ctx, path: { merchantId }, body: details }) => {
    const { merchant, webhookSecret } = await audit.change(
      ctx,
      { action: 'webhooks.rotate_secret', about: [merchantId], details },
      () => useCases.webhook.rotateSecret(merchantId, details.keep_previous_hours),
    );
    return { ...presentMerchant(merchant), webhook_secret: webhookSecret };
  });

  route(router, endpoints.retireWebhookSecret, async ({ ctx, path: { merchantId } }) => {
    const { merchant } = await audit.change(
      ctx,
      { action: 'webhooks.retire_secret', about: [merchantId] },
      () => useCases.webhook.retirePreviousSecret(merchantId),
    );
    return presentMerchant(merchant);
  });

  route(
    router,
    endpoints.setWebhookSecret,
    async ({ ctx, path: { merchantId }, body: { webhook_secret, ...details } }) => {
      const { merchant } = await audit.change(
        ctx,
        { action: 'webhooks.set_secret', about: [merchantId], details },
        () => useCases.webhook.setSecret(merchantId, webhook_secret, details.keep_previous_hours),
      );
      return presentMerchant(merchant);
    },
  );

  route(router, endpoints.setWebhookUrl, async ({ ctx, path: { merchantId }, body: details }) => {
    const { merchant } = await audit.change(
      ctx,
      { action: 'webhooks.set_url', about: [merchantId], details },
      () => useCases.webhook.setUrl(merchantId, details.webhook_url),
    );
    return presentMerchant(merchant);
  });

  route(router, endpoints.switchWebhookOn, async ({ ctx, path: { merchantId } }) => {
    const { merchant } = await audit.change(ctx, { action: 'webhooks.switch_on', about: [merchantId] }, () =>
      useCases.webhook.switchOn(merchantId),
    );
    return presentMerchant(merchant);
  });

  deliveryRoutes(router, useCases, audit);
}

function deliveryRoutes(router: Router, useCases: WebhookUseCases, audit: AuditTrail): void {
  route(router, endpoints.listFailedDeliveries, async ({ query }) => {
    const { events, next } = orThrow(
      await useCases.undelivered.list({
        merchantId: query.merchant_id ?? null,
        after: query.after ?? null,
        limit: pageSizeOf(query.limit),
      }),
    );
    return { deliveries: events.map(presentFailed), next };
  });

  route(router, endpoints.resendEventsOfMerchants, async ({ ctx, body: { event_ids } }) => {
    const { count } = await audit.change(ctx, { action: 'webhooks.resend', about: event_ids }, () =>
      useCases.resendEvents.resend(event_ids, null),
    );
    return { resent: count };
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
