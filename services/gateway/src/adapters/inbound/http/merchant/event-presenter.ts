import type { LoggedEvent as LoggedEventMessage, WebhookEvent } from '@kassa/contracts';
import type { LoggedEvent } from '../../../../ports/logged-event.ts';

/** Presents a logged webhook event and its deliveries in the format of the merchant's list of events. */
export function presentLoggedEvent({ body, loggedAt, delivery }: LoggedEvent): LoggedEventMessage {
  return {
    // The stored body is the JSON text of a `WebhookEvent`, exactly as it was sent to the merchant. So the cast is
    // safe.
    event: JSON.parse(body) as WebhookEvent,
    logged_at: loggedAt.toISOString(),
    delivery_state: delivery.state,
    deliveries: delivery.tries.map(({ at, durationMs, httpStatus, error, answer }) => ({
      at: at.toISOString(),
      duration_ms: durationMs,
      http_status: httpStatus,
      error,
      answer,
    })),
    next_try_at: delivery.nextTryAt?.toISOString() ?? null,
  };
}
