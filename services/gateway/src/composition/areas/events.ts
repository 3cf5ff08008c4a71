import { BackgroundWork } from '../../application/background-work.ts';
import { DeliverDue } from '../../application/events/deliver-due.ts';
import { DeliverWebhooks } from '../../application/events/deliver-webhooks.ts';
import { ListEvents } from '../../application/events/list-events.ts';
import { ListUndelivered } from '../../application/events/list-undelivered.ts';
import { RelayEvents } from '../../application/events/relay-events.ts';
import { ResendEvents } from '../../application/events/resend-events.ts';
import { TryWebhook } from '../../application/events/try-webhook.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** Binds the use cases of the event log and of webhook delivery. */
export const events = area((bind) => {
  const { alerts, clock, deliveries, events, merchants, orders, randomness, tracing } = tokens;
  bind(TryWebhook, {
    deliveries,
    merchants,
    sender: tokens.sender,
    alerts,
    clock,
    randomness,
    tracing,
  });
  bind(DeliverWebhooks, { deliveries, tryWebhook: TryWebhook, background: BackgroundWork, clock });
  bind(DeliverDue, { deliveries, deliver: DeliverWebhooks, background: BackgroundWork, clock });
  bind(RelayEvents, { orders, events, deliver: DeliverWebhooks, background: BackgroundWork, tracing });
  bind(ListEvents, { events, orders, clock });
  bind(ResendEvents, { events, deliveries, merchants, listEvents: ListEvents, clock });
  bind(ListUndelivered, { events, deliveries, merchants });
});
