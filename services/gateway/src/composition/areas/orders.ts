import { AwaitOrder, OrderWatch } from '../../application/await-order.ts';
import { BackgroundWork } from '../../application/background-work.ts';
import { ChangeOrder } from '../../application/change-order.ts';
import { HastenCallbacks } from '../../application/channels/hasten-callbacks.ts';
import { WatchDeclines } from '../../application/checkout/watch-declines.ts';
import { RelayEvents } from '../../application/events/relay-events.ts';
import { RecentOrders } from '../../application/recent-orders.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/**
 * Binds what the use cases of all areas need: changing orders, waiting for changes of orders, and running work in the
 * background.
 */
export const orders = area((bind) => {
  const { alerts, clock, inbox, orders, tracing } = tokens;
  bind(OrderWatch, {});
  bind(RecentOrders, {});
  bind(WatchDeclines, { alerts, meter: tokens.meter, clock, limits: tokens.declineLimits });
  bind(BackgroundWork, { orders, alerts, clock, tracing });
  bind(AwaitOrder, { orders, watch: OrderWatch });
  bind(HastenCallbacks, { inbox, background: BackgroundWork, clock });
  bind(ChangeOrder, {
    orders,
    recent: RecentOrders,
    relay: RelayEvents,
    watch: OrderWatch,
    hasten: HastenCallbacks,
    declines: WatchDeclines,
    alerts,
    meter: tokens.meter,
    clock,
    tracing,
  });
});
