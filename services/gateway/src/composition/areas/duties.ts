import { ChangeOrder } from '../../application/change-order.ts';
import { AskAboutDispute } from '../../application/channels/ask-about-dispute.ts';
import { AskForResult } from '../../application/channels/ask-for-result.ts';
import { CancelAtChannel } from '../../application/channels/cancel-at-channel.ts';
import { ExecuteRefund } from '../../application/channels/execute-refund.ts';
import { AttendDueOrders } from '../../application/duties/attend-due-orders.ts';
import { AttendOrder } from '../../application/duties/attend-order.ts';
import { CloseExpiredOrder } from '../../application/duties/close-expired-order.ts';
import { WatchClock } from '../../application/duties/watch-clock.ts';
import { RelayEvents } from '../../application/events/relay-events.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** Recurring work that comes due on orders. */
export const duties = area((bind) => {
  const { alerts, clock, orders, tracing } = tokens;
  bind(WatchClock, { clockCheck: tokens.clockCheck, alerts });
  bind(CloseExpiredOrder, { change: ChangeOrder, cancelAtChannel: CancelAtChannel, clock });
  bind(AttendOrder, {
    orders,
    relay: RelayEvents,
    askForResult: AskForResult,
    cancelAtChannel: CancelAtChannel,
    executeRefund: ExecuteRefund,
    askAboutDispute: AskAboutDispute,
    closeExpiredOrder: CloseExpiredOrder,
    clock,
  });
  bind(AttendDueOrders, {
    orders,
    attendOrder: AttendOrder,
    health: tokens.channelHealth,
    alerts,
    clock,
    tracing,
  });
});
