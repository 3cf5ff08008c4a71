import { BackgroundWork } from '../../application/background-work.ts';
import { CountUndelivered } from '../../application/events/count-undelivered.ts';
import { DeliverWebhooks } from '../../application/events/deliver-webhooks.ts';
import { FindLogPosition } from '../../application/events/find-log-position.ts';
import { ListEvents } from '../../application/events/list-events.ts';
import { ListFailedDeliveries } from '../../application/events/list-failed-deliveries.ts';
import { RelayEvents } from '../../application/events/relay-events.ts';
import { ResendEvents } from '../../application/events/resend-events.ts';
import { ResendSpan } from '../../application/events/resend-span.ts';
import { TryWebhook } from '../../application/events/try-webhook.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** The event log and the delivery of webhooks. */
export const events = area((bind) => {
  const { alerts, clock, deliveries, events, merchants, orders, randomness } = tokens;
  bind(TryWebhook, {
    deliveries,
    merchants,
    sender: tokens.sender,
    alerts,
    clock,
    randomness,
  });
  bind(DeliverWebhooks, { deliveries, tryWebhook: TryWebhook, background: BackgroundWork, clock });
  bind(RelayEvents, { orders, events, deliver: DeliverWebhooks, background: BackgroundWork });
  bind(FindLogPosition, { events, orders });
  bind(ListEvents, { events, orders, findPosition: FindLogPosition, clock });
  bind(ResendEvents, { events, deliveries, merchants, clock });
  bind(ResendSpan, { events, deliveries, findPosition: FindLogPosition, clock });
  bind(CountUndelivered, { deliveries, merchants });
  bind(ListFailedDeliveries, { events, deliveries, merchants });
});
