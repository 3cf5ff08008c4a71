import type { Container } from 'inversify';
import { ApplyChannelNotification } from '../application/apply-channel-notification.ts';
import { ApplyPaymentResult } from '../application/apply-payment-result.ts';
import { AskAboutAttempt } from '../application/ask-about-attempt.ts';
import { AttendOrder } from '../application/attend-order.ts';
import { AuthenticateMerchant } from '../application/authenticate-merchant.ts';
import { AwaitOrder } from '../application/await-order.ts';
import { BackgroundWork } from '../application/background-work.ts';
import { CancelAttempt } from '../application/cancel-attempt.ts';
import { CancelRefund } from '../application/cancel-refund.ts';
import { ChangeOrder } from '../application/change-order.ts';
import { ChangeWebhook } from '../application/change-webhook.ts';
import { CheckAttempt } from '../application/check-attempt.ts';
import { CreatePayment } from '../application/create-payment.ts';
import { DeliverWebhooks } from '../application/deliver-webhooks.ts';
import { ExecuteRefund } from '../application/execute-refund.ts';
import { ExpireOrder } from '../application/expire-order.ts';
import { FindLogPosition } from '../application/find-log-position.ts';
import { InitialiseCheckout } from '../application/initialise-checkout.ts';
import { ListCases } from '../application/list-cases.ts';
import { ListEvents } from '../application/list-events.ts';
import { ListFailedDeliveries } from '../application/list-failed-deliveries.ts';
import { ListOrders } from '../application/list-orders.ts';
import { ListPaymentMethods } from '../application/list-payment-methods.ts';
import { OnboardMerchant } from '../application/onboard-merchant.ts';
import { OpenCheckout } from '../application/open-checkout.ts';
import { OrderWatch } from '../application/order-watch.ts';
import { PullSandboxTrigger } from '../application/pull-sandbox-trigger.ts';
import { QueryPayment } from '../application/query-payment.ts';
import { QueryRefund } from '../application/query-refund.ts';
import { ReceiveCallback } from '../application/receive-callback.ts';
import { RelayEvents } from '../application/relay-events.ts';
import { RepeatReturn } from '../application/repeat-return.ts';
import { RequestRefund } from '../application/request-refund.ts';
import { ResendEvents } from '../application/resend-events.ts';
import { ResendSpan } from '../application/resend-span.ts';
import { ResumeParkedWork } from '../application/resume-parked-work.ts';
import { RetireWebhookSecret } from '../application/retire-webhook-secret.ts';
import { RotateWebhookSecret } from '../application/rotate-webhook-secret.ts';
import { SandboxClock } from '../application/sandbox-clock.ts';
import { SetWebhookUrl } from '../application/set-webhook-url.ts';
import { SettleCase } from '../application/settle-case.ts';
import { ShowMerchant } from '../application/show-merchant.ts';
import { ShowOrder } from '../application/show-order.ts';
import { SubmitPayment } from '../application/submit-payment.ts';
import { SwitchWebhookOn } from '../application/switch-webhook-on.ts';
import { TryWebhook } from '../application/try-webhook.ts';
import { WatchPaymentStatus } from '../application/watch-payment-status.ts';
import { bindClass } from './bind.ts';
import type { GatewayConfig } from './config.ts';
import { tokens } from './tokens.ts';

/** Gives each use case the ports and the fellow use cases it works with. */
export function bindUseCases(container: Container, config: GatewayConfig): void {
  const { orders, merchants, events, channels, clock, alerts, randomness } = tokens;
  const change = ChangeOrder;
  const background = BackgroundWork;
  const environment = constant(container, 'environment', config.environment);
  const sessionKeys = constant(container, 'session-keys', config.sessionKeys);
  const cashierUrl = constant(container, 'cashier-url', config.checkoutPublicUrl);

  container.bind(OrderWatch).toConstantValue(new OrderWatch());
  bindClass(container, BackgroundWork, { alerts });
  bindClass(container, AwaitOrder, { orders, watch: OrderWatch });
  bindClass(container, TryWebhook, {
    events,
    merchants,
    sender: tokens.sender,
    alerts,
    clock,
    randomness,
  });
  bindClass(container, DeliverWebhooks, { events, tryWebhook: TryWebhook, background, clock });
  bindClass(container, RelayEvents, { orders, events, deliver: DeliverWebhooks, background });
  bindClass(container, ChangeOrder, { orders, relay: RelayEvents, watch: OrderWatch, alerts, clock });

  bindClass(container, AuthenticateMerchant, { merchants, nonces: tokens.nonces, clock, environment });
  bindClass(container, CreatePayment, { orders, clock, sessionKeys, cashierUrl });
  bindClass(container, QueryPayment, { orders });
  bindClass(container, ExecuteRefund, { change, channels, alerts, clock });
  bindClass(container, RequestRefund, {
    orders,
    claims: tokens.refundClaims,
    change,
    executeRefund: ExecuteRefund,
    background,
    clock,
  });
  bindClass(container, QueryRefund, { orders, claims: tokens.refundClaims });
  bindClass(container, ListOrders, { orders });
  bindClass(container, FindLogPosition, { events, orders });
  bindClass(container, ListEvents, { events, findPosition: FindLogPosition, clock });
  bindClass(container, ResendEvents, { events, merchants, clock });
  bindClass(container, ResendSpan, { events, findPosition: FindLogPosition, clock });

  bindClass(container, OpenCheckout, { orders, sessionKeys, clock });
  bindClass(container, ListPaymentMethods, { channels });
  bindClass(container, ApplyPaymentResult, { change, alerts, clock });
  bindClass(container, CancelAttempt, {
    change,
    channels,
    applyResult: ApplyPaymentResult,
    alerts,
    clock,
  });
  bindClass(container, InitialiseCheckout, {
    change,
    channels,
    cancelAttempt: CancelAttempt,
    background,
    clock,
    cashierUrl,
  });
  bindClass(container, SubmitPayment, {
    change,
    channels,
    merchants,
    awaitOrder: AwaitOrder,
    applyResult: ApplyPaymentResult,
    clock,
    environment,
  });
  bindClass(container, WatchPaymentStatus, { awaitOrder: AwaitOrder });

  bindClass(container, ApplyChannelNotification, {
    change,
    applyResult: ApplyPaymentResult,
    alerts,
    clock,
  });
  bindClass(container, ReceiveCallback, {
    channels,
    inbox: tokens.inbox,
    applyNotification: ApplyChannelNotification,
    background,
    clock,
  });
  bindClass(container, CheckAttempt, {
    change,
    channels,
    applyNotification: ApplyChannelNotification,
    cancelAttempt: CancelAttempt,
    clock,
  });
  bindClass(container, ExpireOrder, { change, cancelAttempt: CancelAttempt, clock });
  bindClass(container, AttendOrder, {
    orders,
    relay: RelayEvents,
    checkAttempt: CheckAttempt,
    cancelAttempt: CancelAttempt,
    executeRefund: ExecuteRefund,
    expireOrder: ExpireOrder,
    clock,
  });

  bindClass(container, ListCases, { orders, inbox: tokens.inbox });
  bindClass(container, SettleCase, { change, clock });
  bindClass(container, ResumeParkedWork, { orders, inbox: tokens.inbox, clock });
  bindClass(container, ShowOrder, { orders, events });
  bindClass(container, AskAboutAttempt, {
    orders,
    channels,
    cancelAttempt: CancelAttempt,
    applyResult: ApplyPaymentResult,
  });
  bindClass(container, CancelRefund, { change, clock });
  bindClass(container, RepeatReturn, { change, executeRefund: ExecuteRefund, background, clock });

  bindClass(container, OnboardMerchant, { merchants, randomness, clock, environment });
  bindClass(container, ShowMerchant, { merchants });
  bindClass(container, ChangeWebhook, { merchants });
  bindClass(container, RotateWebhookSecret, { change: ChangeWebhook, randomness, clock });
  bindClass(container, RetireWebhookSecret, { change: ChangeWebhook });
  bindClass(container, SetWebhookUrl, { change: ChangeWebhook, environment });
  bindClass(container, SwitchWebhookOn, { change: ChangeWebhook });
  bindClass(container, ListFailedDeliveries, { events });
  bindClass(container, PullSandboxTrigger, { orders, triggers: tokens.triggers });
  bindClass(container, SandboxClock, { clock: tokens.movableClock, orders, events });
}

/** Binds a value of the configuration, so that use cases need not know the whole of it. */
function constant<Value>(container: Container, name: string, value: Value) {
  const identifier = Symbol.for(`kassa.config.${name}`);
  container.bind<Value>(identifier).toConstantValue(value);
  return identifier;
}
