import type { CallbackInbox } from '../../src/ports/callback-inbox.ts';
import type { DeliveryQueue } from '../../src/ports/delivery-queue.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { MerchantRepository } from '../../src/ports/merchant-repository.ts';
import type { OrderRepository } from '../../src/ports/order-repository.ts';
import type { RefundClaims } from '../../src/ports/refund-claims.ts';
import { FakeChannel } from './fake-channel.ts';
import { InMemoryCallbackInbox } from './in-memory-callback-inbox.ts';
import { InMemoryDeliveryQueue } from './in-memory-delivery-queue.ts';
import { InMemoryEventLog } from './in-memory-event-log.ts';
import type { InMemoryEvents } from './in-memory-events.ts';
import { InMemoryMerchants } from './in-memory-merchants.ts';
import { InMemoryOrders } from './in-memory-orders.ts';
import { InMemoryRefundClaims } from './in-memory-refund-claims.ts';
import { RecordedAlerts } from './recorded-alerts.ts';
import { ScriptedWebhookSender } from './scripted-webhook-sender.ts';
import { SettableClock } from './settable-clock.ts';
import { SettableHealth } from './settable-health.ts';

/** What all instances of the gateway share: the stores, and the systems outside. */
export interface Surroundings {
  readonly orders: OrderRepository;
  readonly claims: RefundClaims;
  readonly merchants: MerchantRepository;
  readonly events: EventLog;
  readonly deliveries: DeliveryQueue;
  readonly inbox: CallbackInbox;
  readonly channel: FakeChannel;
  /** Channels beside it, less preferred. */
  readonly otherChannels: readonly FakeChannel[];
  readonly health: SettableHealth;
  readonly sender: ScriptedWebhookSender;
  readonly clock: SettableClock;
  /** The clock by which the gateway applies channels' reports and writes changes of orders; `clock` unless given. */
  readonly clockOfReports?: SettableClock;
  readonly alerts: RecordedAlerts;
}

export function newSurroundings(replacements: Partial<Surroundings> = {}): Surroundings {
  const clock = replacements.clock ?? new SettableClock();
  const stored: InMemoryEvents = new Map();
  return {
    orders: new InMemoryOrders(clock),
    claims: new InMemoryRefundClaims(),
    merchants: new InMemoryMerchants(),
    events: new InMemoryEventLog(stored, clock),
    deliveries: new InMemoryDeliveryQueue(stored),
    inbox: new InMemoryCallbackInbox(),
    channel: new FakeChannel(),
    otherChannels: [],
    health: new SettableHealth(),
    sender: new ScriptedWebhookSender(),
    clock,
    alerts: new RecordedAlerts(),
    ...replacements,
  };
}
