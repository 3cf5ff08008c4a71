import type { Container } from 'inversify';
import { AwaitOrder } from '../application/await-order.ts';
import { BackgroundWork } from '../application/background-work.ts';
import { ChangeOrder } from '../application/change-order.ts';
import { AddChannelAccount } from '../application/channel-accounts/add-channel-account.ts';
import { ChangeChannelAccount } from '../application/channel-accounts/change-channel-account.ts';
import { CheckChannel } from '../application/channel-accounts/check-channel.ts';
import { EncryptAnew } from '../application/channel-accounts/encrypt-anew.ts';
import { ListChannels } from '../application/channel-accounts/list-channels.ts';
import { MoveChannelAccount } from '../application/channel-accounts/move-channel-account.ts';
import { RemoveChannelAccount } from '../application/channel-accounts/remove-channel-account.ts';
import { RetireCallbackSecret } from '../application/channel-accounts/retire-callback-secret.ts';
import { RotateChannelCredentials } from '../application/channel-accounts/rotate-channel-credentials.ts';
import { ShowChannel } from '../application/channel-accounts/show-channel.ts';
import { ApplyChannelNotification } from '../application/channels/apply-channel-notification.ts';
import { ApplyPaymentResult } from '../application/channels/apply-payment-result.ts';
import { CancelAttempt } from '../application/channels/cancel-attempt.ts';
import { CaptureAttempt } from '../application/channels/capture-attempt.ts';
import { CheckAttempt } from '../application/channels/check-attempt.ts';
import { CheckDispute } from '../application/channels/check-dispute.ts';
import { ExecuteRefund } from '../application/channels/execute-refund.ts';
import { ReceiveCallback } from '../application/channels/receive-callback.ts';
import { TakeReturn } from '../application/channels/take-return.ts';
import { DescribeCashierPage } from '../application/checkout/describe-cashier-page.ts';
import { FollowReturnLink } from '../application/checkout/follow-return-link.ts';
import { InitialiseCheckout } from '../application/checkout/initialise-checkout.ts';
import { ListPaymentMethods } from '../application/checkout/list-payment-methods.ts';
import { OpenAttempt } from '../application/checkout/open-attempt.ts';
import { OpenCheckout } from '../application/checkout/open-checkout.ts';
import { RoutePayment } from '../application/checkout/route-payment.ts';
import { SubmitPayment } from '../application/checkout/submit-payment.ts';
import { WatchPaymentStatus } from '../application/checkout/watch-payment-status.ts';
import { AttendOrder } from '../application/duties/attend-order.ts';
import { ExpireOrder } from '../application/duties/expire-order.ts';
import { CountUndelivered } from '../application/events/count-undelivered.ts';
import { DeliverWebhooks } from '../application/events/deliver-webhooks.ts';
import { FindLogPosition } from '../application/events/find-log-position.ts';
import { ListEvents } from '../application/events/list-events.ts';
import { ListFailedDeliveries } from '../application/events/list-failed-deliveries.ts';
import { RelayEvents } from '../application/events/relay-events.ts';
import { ResendEvents } from '../application/events/resend-events.ts';
import { ResendSpan } from '../application/events/resend-span.ts';
import { TryWebhook } from '../application/events/try-webhook.ts';
import { AddMerchantKey } from '../application/merchants/add-merchant-key.ts';
import { AuthenticateMerchant } from '../application/merchants/authenticate-merchant.ts';
import { ChangeBranding } from '../application/merchants/change-branding.ts';
import { ChangeMerchant } from '../application/merchants/change-merchant.ts';
import { ChangeMerchantSettings } from '../application/merchants/change-merchant-settings.ts';
import { ChangeMerchantState } from '../application/merchants/change-merchant-state.ts';
import { ListMerchants } from '../application/merchants/list-merchants.ts';
import { OnboardMerchant } from '../application/merchants/onboard-merchant.ts';
import { RetireWebhookSecret } from '../application/merchants/retire-webhook-secret.ts';
import { RevokeMerchantKey } from '../application/merchants/revoke-merchant-key.ts';
import { RotateWebhookSecret } from '../application/merchants/rotate-webhook-secret.ts';
import { SetAllowedOrigins } from '../application/merchants/set-allowed-origins.ts';
import { SetWebhookSecret } from '../application/merchants/set-webhook-secret.ts';
import { SetWebhookUrl } from '../application/merchants/set-webhook-url.ts';
import { ShowLogo } from '../application/merchants/show-logo.ts';
import { ShowMerchant } from '../application/merchants/show-merchant.ts';
import { SwitchWebhookOn } from '../application/merchants/switch-webhook-on.ts';
import { AskAboutAttempt } from '../application/operator/ask-about-attempt.ts';
import { CancelRefund } from '../application/operator/cancel-refund.ts';
import { ConcludeDispute } from '../application/operator/conclude-dispute.ts';
import { ConcludeRefund } from '../application/operator/conclude-refund.ts';
import { ListAuditEntries } from '../application/operator/list-audit-entries.ts';
import { ListCases } from '../application/operator/list-cases.ts';
import { RecordOperatorChange } from '../application/operator/record-operator-change.ts';
import { RepeatReturn } from '../application/operator/repeat-return.ts';
import { ResumeParkedWork } from '../application/operator/resume-parked-work.ts';
import { SettleCase } from '../application/operator/settle-case.ts';
import { ShowOrder } from '../application/operator/show-order.ts';
import { OrderWatch } from '../application/order-watch.ts';
import { CreatePayment } from '../application/payments/create-payment.ts';
import { ListOrders } from '../application/payments/list-orders.ts';
import { QueryPayment } from '../application/payments/query-payment.ts';
import { QueryRefund } from '../application/payments/query-refund.ts';
import { ReportSettlement } from '../application/payments/report-settlement.ts';
import { RequestRefund } from '../application/payments/request-refund.ts';
import { CompareChannelBooks } from '../application/reconciliation/compare-channel-books.ts';
import { ListReconciliations } from '../application/reconciliation/list-reconciliations.ts';
import { ReconcileDay } from '../application/reconciliation/reconcile-day.ts';
import { ReconcileEndedDays } from '../application/reconciliation/reconcile-ended-days.ts';
import { ShowReconciliation } from '../application/reconciliation/show-reconciliation.ts';
import { PullSandboxTrigger } from '../application/sandbox/pull-sandbox-trigger.ts';
import { SandboxClock } from '../application/sandbox/sandbox-clock.ts';
import { bindClass } from './bind.ts';
import type { GatewayConfig } from './config.ts';
import { tokens } from './tokens.ts';

/** Gives each use case the ports and the fellow use cases it works with. */
export function bindUseCases(container: Container, config: GatewayConfig): void {
  const { orders, merchants, events, deliveries, channels, clock, alerts, randomness } = tokens;
  const change = ChangeOrder;
  const background = BackgroundWork;
  const environment = constant(container, 'environment', config.environment);
  const sessionKeys = constant(container, 'session-keys', config.sessionKeys);
  const cashierUrl = constant(container, 'cashier-url', config.checkoutPublicUrl);
  const routes = constant(container, 'routes', config.routes);

  container.bind(OrderWatch).toConstantValue(new OrderWatch());
  bindClass(container, BackgroundWork, { alerts });
  bindClass(container, AwaitOrder, { orders, watch: OrderWatch });
  bindClass(container, TryWebhook, {
    deliveries,
    merchants,
    sender: tokens.sender,
    alerts,
    clock,
    randomness,
  });
  bindClass(container, DeliverWebhooks, { deliveries, tryWebhook: TryWebhook, background, clock });
  bindClass(container, RelayEvents, { orders, events, deliver: DeliverWebhooks, background });
  bindClass(container, ChangeOrder, { orders, relay: RelayEvents, watch: OrderWatch, alerts, clock });

  const { channelAccounts: accounts, channelTypes: types } = tokens;
  bindClass(container, ChangeChannelAccount, { accounts, types });
  bindClass(container, AddChannelAccount, { accounts, types, merchants, clock });
  bindClass(container, ListChannels, { accounts, types });
  bindClass(container, ShowChannel, { accounts, types });
  bindClass(container, RotateChannelCredentials, {
    change: ChangeChannelAccount,
    types,
    orders,
    channels,
    clock,
  });
  bindClass(container, RetireCallbackSecret, { change: ChangeChannelAccount });
  bindClass(container, MoveChannelAccount, { change: ChangeChannelAccount, clock });
  bindClass(container, RemoveChannelAccount, { accounts, types });
  bindClass(container, CheckChannel, { channels, accounts, types });
  bindClass(container, EncryptAnew, { merchants, accounts });

  bindClass(container, AuthenticateMerchant, { merchants, nonces: tokens.nonces, clock, environment });
  bindClass(container, CreatePayment, { orders, clock, sessionKeys, cashierUrl, environment });
  bindClass(container, QueryPayment, { orders });
  bindClass(container, ExecuteRefund, { orders, change, channels, alerts, clock });
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
  bindClass(container, ReportSettlement, { orders, clock });
  bindClass(container, FindLogPosition, { events, orders });
  bindClass(container, ListEvents, { events, orders, findPosition: FindLogPosition, clock });
  bindClass(container, ResendEvents, { events, deliveries, merchants, clock });
  bindClass(container, ResendSpan, { events, deliveries, findPosition: FindLogPosition, clock });

  bindClass(container, OpenCheckout, { orders, sessionKeys, clock });
  bindClass(container, RoutePayment, { channels, health: tokens.channelHealth, clock, routes });
  bindClass(container, ListPaymentMethods, { routePayment: RoutePayment, channels, merchants });
  bindClass(container, ApplyPaymentResult, { change, clock });
  bindClass(container, CancelAttempt, {
    change,
    channels,
    applyResult: ApplyPaymentResult,
    alerts,
    clock,
  });
  bindClass(container, OpenAttempt, {
    change,
    channels,
    routePayment: RoutePayment,
    cancelAttempt: CancelAttempt,
    background,
    clock,
    sessionKeys,
    cashierUrl,
  });
  bindClass(container, InitialiseCheckout, {
    change,
    openAttempt: OpenAttempt,
    routePayment: RoutePayment,
    merchants,
    cancelAttempt: CancelAttempt,
    background,
    clock,
    environment,
  });
  bindClass(container, DescribeCashierPage, { orders, merchants, channels, routePayment: RoutePayment });
  bindClass(container, TakeReturn, { channels, applyResult: ApplyPaymentResult, background, alerts });
  bindClass(container, FollowReturnLink, {
    orders,
    merchants,
    takeReturn: TakeReturn,
    clock,
    sessionKeys,
    cashierUrl,
    environment,
  });
  bindClass(container, SubmitPayment, {
    change,
    channels,
    merchants,
    awaitOrder: AwaitOrder,
    applyResult: ApplyPaymentResult,
    clock,
    environment,
    sessionKeys,
    cashierUrl,
  });
  bindClass(container, WatchPaymentStatus, { awaitOrder: AwaitOrder });

  bindClass(container, ApplyChannelNotification, { change, alerts, clock });
  bindClass(container, ReceiveCallback, {
    channels,
    inbox: tokens.inbox,
    applyNotification: ApplyChannelNotification,
    background,
    alerts,
    clock,
  });
  bindClass(container, CaptureAttempt, {
    orders,
    applyResult: ApplyPaymentResult,
    cancelAttempt: CancelAttempt,
    alerts,
  });
  bindClass(container, CheckAttempt, {
    change,
    channels,
    applyNotification: ApplyChannelNotification,
    captureAttempt: CaptureAttempt,
    cancelAttempt: CancelAttempt,
    alerts,
    clock,
  });
  bindClass(container, CheckDispute, {
    change,
    channels,
    applyNotification: ApplyChannelNotification,
    alerts,
    clock,
  });
  bindClass(container, ExpireOrder, { change, cancelAttempt: CancelAttempt, clock });
  bindClass(container, AttendOrder, {
    orders,
    relay: RelayEvents,
    checkAttempt: CheckAttempt,
    cancelAttempt: CancelAttempt,
    executeRefund: ExecuteRefund,
    checkDispute: CheckDispute,
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
    captureAttempt: CaptureAttempt,
    cancelAttempt: CancelAttempt,
    applyResult: ApplyPaymentResult,
  });
  bindClass(container, CancelRefund, { change, clock });
  bindClass(container, ConcludeRefund, { change, clock });
  bindClass(container, ConcludeDispute, { change, clock });
  bindClass(container, RepeatReturn, { change, executeRefund: ExecuteRefund, background, clock });

  bindClass(container, CompareChannelBooks, { orders, clock });
  bindClass(container, ReconcileDay, {
    channels,
    log: tokens.reconciliations,
    compare: CompareChannelBooks,
    background,
    alerts,
    clock,
  });
  bindClass(container, ShowReconciliation, { log: tokens.reconciliations });
  bindClass(container, ListReconciliations, { log: tokens.reconciliations });
  bindClass(container, ReconcileEndedDays, {
    channels,
    log: tokens.reconciliations,
    reconcileDay: ReconcileDay,
    background,
    clock,
  });

  bindClass(container, RecordOperatorChange, { audit: tokens.audit, clock });
  bindClass(container, ListAuditEntries, { audit: tokens.audit });

  bindClass(container, OnboardMerchant, { merchants, randomness, clock, environment });
  bindClass(container, ListMerchants, { merchants });
  bindClass(container, ShowMerchant, { merchants });
  bindClass(container, ChangeMerchant, { merchants });
  bindClass(container, ChangeMerchantState, { change: ChangeMerchant });
  bindClass(container, ChangeMerchantSettings, { change: ChangeMerchant, types: tokens.channelTypes });
  bindClass(container, AddMerchantKey, { change: ChangeMerchant, randomness, clock });
  bindClass(container, RevokeMerchantKey, { change: ChangeMerchant, clock });
  bindClass(container, SetAllowedOrigins, { change: ChangeMerchant, environment });
  bindClass(container, ChangeBranding, {
    change: ChangeMerchant,
    logos: tokens.logos,
    showMerchant: ShowMerchant,
  });
  bindClass(container, ShowLogo, { logos: tokens.logos });
  bindClass(container, RotateWebhookSecret, { change: ChangeMerchant, randomness, clock });
  bindClass(container, SetWebhookSecret, { change: ChangeMerchant, clock });
  bindClass(container, RetireWebhookSecret, { change: ChangeMerchant });
  bindClass(container, SetWebhookUrl, { change: ChangeMerchant, environment });
  bindClass(container, SwitchWebhookOn, { change: ChangeMerchant });
  bindClass(container, CountUndelivered, { deliveries, merchants });
  bindClass(container, ListFailedDeliveries, { events, deliveries, merchants });
  bindClass(container, PullSandboxTrigger, { orders, triggers: tokens.triggers });
  bindClass(container, SandboxClock, { clock: tokens.movableClock, orders, deliveries });
}

/** Binds a value of the configuration, so that use cases need not know the whole of it. */
function constant<Value>(container: Container, name: string, value: Value) {
  const identifier = Symbol.for(`kassa.config.${name}`);
  container.bind<Value>(identifier).toConstantValue(value);
  return identifier;
}
