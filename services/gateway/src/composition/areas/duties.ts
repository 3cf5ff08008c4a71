import { ChangeOrder } from '../../application/change-order.ts';
import { CancelAttempt } from '../../application/channels/cancel-attempt.ts';
import { CheckAttempt } from '../../application/channels/check-attempt.ts';
import { CheckDispute } from '../../application/channels/check-dispute.ts';
import { ExecuteRefund } from '../../application/channels/execute-refund.ts';
import { AttendOrder } from '../../application/duties/attend-order.ts';
import { ExpireOrder } from '../../application/duties/expire-order.ts';
import { RelayEvents } from '../../application/events/relay-events.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** What falls due on an order. */
export const duties = area((bind) => {
  const { clock, orders } = tokens;
  bind(ExpireOrder, { change: ChangeOrder, cancelAttempt: CancelAttempt, clock });
  bind(AttendOrder, {
    orders,
    relay: RelayEvents,
    checkAttempt: CheckAttempt,
    cancelAttempt: CancelAttempt,
    executeRefund: ExecuteRefund,
    checkDispute: CheckDispute,
    expireOrder: ExpireOrder,
    clock,
  });
});
