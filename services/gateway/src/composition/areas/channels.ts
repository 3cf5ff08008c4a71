import { BackgroundWork } from '../../application/background-work.ts';
import { ChangeOrder } from '../../application/change-order.ts';
import { ApplyChannelNotification } from '../../application/channels/apply-channel-notification.ts';
import { ApplyPaymentResult } from '../../application/channels/apply-payment-result.ts';
import { CancelAttempt } from '../../application/channels/cancel-attempt.ts';
import { CaptureAttempt } from '../../application/channels/capture-attempt.ts';
import { CheckAttempt } from '../../application/channels/check-attempt.ts';
import { CheckDispute } from '../../application/channels/check-dispute.ts';
import { ExecuteRefund } from '../../application/channels/execute-refund.ts';
import { ReceiveCallback } from '../../application/channels/receive-callback.ts';
import { TakeReturn } from '../../application/channels/take-return.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** What channels report, and what they are asked. */
export const channels = area((bind) => {
  const { alerts, channels, clock, orders } = tokens;
  bind(ExecuteRefund, { orders, change: ChangeOrder, channels, alerts, clock });
  bind(ApplyPaymentResult, { change: ChangeOrder, clock });
  bind(CancelAttempt, {
    change: ChangeOrder,
    channels,
    applyResult: ApplyPaymentResult,
    alerts,
    clock,
  });
  bind(TakeReturn, { channels, applyResult: ApplyPaymentResult, background: BackgroundWork, alerts });
  bind(ApplyChannelNotification, { change: ChangeOrder, alerts, clock });
  bind(ReceiveCallback, {
    channels,
    inbox: tokens.inbox,
    applyNotification: ApplyChannelNotification,
    background: BackgroundWork,
    alerts,
    clock,
  });
  bind(CaptureAttempt, {
    orders,
    applyResult: ApplyPaymentResult,
    cancelAttempt: CancelAttempt,
    alerts,
  });
  bind(CheckAttempt, {
    change: ChangeOrder,
    channels,
    applyNotification: ApplyChannelNotification,
    captureAttempt: CaptureAttempt,
    cancelAttempt: CancelAttempt,
    alerts,
    clock,
  });
  bind(CheckDispute, {
    change: ChangeOrder,
    channels,
    applyNotification: ApplyChannelNotification,
    alerts,
    clock,
  });
});
