import { BackgroundWork } from '../../application/background-work.ts';
import { ChangeOrder } from '../../application/change-order.ts';
import { ApplyChannelNotification } from '../../application/channels/apply-channel-notification.ts';
import { AskAboutDispute } from '../../application/channels/ask-about-dispute.ts';
import { AskForResult } from '../../application/channels/ask-for-result.ts';
import { CancelAtChannel } from '../../application/channels/cancel-at-channel.ts';
import { CaptureAtChannel } from '../../application/channels/capture-at-channel.ts';
import { ExecuteRefund } from '../../application/channels/execute-refund.ts';
import { ReceiveCallback } from '../../application/channels/receive-callback.ts';
import { StorePaymentResult } from '../../application/channels/store-payment-result.ts';
import { TakeReturn } from '../../application/channels/take-return.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** Binds the use cases that call channels and that handle channels' reports. */
export const channels = area((bind) => {
  const { alerts, channels, clock, inbox, orders } = tokens;
  bind(ExecuteRefund, { orders, change: ChangeOrder, channels, alerts, clock });
  bind(StorePaymentResult, { change: ChangeOrder, clock });
  bind(CancelAtChannel, {
    change: ChangeOrder,
    channels,
    storeResult: StorePaymentResult,
    alerts,
    clock,
  });
  bind(TakeReturn, { channels, storeResult: StorePaymentResult, background: BackgroundWork, alerts, clock });
  bind(ApplyChannelNotification, { change: ChangeOrder, orders, inbox, alerts, clock });
  bind(ReceiveCallback, {
    channels,
    inbox,
    applyNotification: ApplyChannelNotification,
    background: BackgroundWork,
    alerts,
    meter: tokens.meter,
    clock,
  });
  bind(CaptureAtChannel, {
    orders,
    storeResult: StorePaymentResult,
    cancelAtChannel: CancelAtChannel,
    alerts,
  });
  bind(AskForResult, {
    change: ChangeOrder,
    channels,
    applyNotification: ApplyChannelNotification,
    captureAtChannel: CaptureAtChannel,
    cancelAtChannel: CancelAtChannel,
    alerts,
    clock,
  });
  bind(AskAboutDispute, {
    change: ChangeOrder,
    channels,
    applyNotification: ApplyChannelNotification,
    alerts,
    clock,
  });
});
