import type { LoggedEvent as LoggedEventMessage, WebhookEvent } from '@kassa/contracts';
import type { LoggedEvent } from '../../../../ports/logged-event.ts';

/** An event with its deliveries, as the event list shows it. */
export function presentLoggedEvent({ body, loggedAt, delivery }: LoggedEvent): LoggedEventMessage {
  return {
    // The string that was sent, which the relay built from this message.
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
