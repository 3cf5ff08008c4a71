import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Container } from 'inversify';
import type { AppSettings } from '../adapters/inbound/http/app.ts';
import { checkoutApp } from '../adapters/inbound/http/checkout/checkout-app.ts';
import { merchantApp } from '../adapters/inbound/http/merchant/merchant-app.ts';
import { operationsApp } from '../adapters/inbound/http/operations/operations-app.ts';
import { type ListeningServer, listen } from '../adapters/inbound/http/server/listen.ts';
import { AddChannelAccount } from '../application/channel-accounts/add-channel-account.ts';
import { CheckChannel } from '../application/channel-accounts/check-channel.ts';
import { EncryptAnew } from '../application/channel-accounts/encrypt-anew.ts';
import { ListChannels } from '../application/channel-accounts/list-channels.ts';
import { MoveChannelAccount } from '../application/channel-accounts/move-channel-account.ts';
import { RemoveChannelAccount } from '../application/channel-accounts/remove-channel-account.ts';
import { RetireCallbackSecret } from '../application/channel-accounts/retire-callback-secret.ts';
import { RotateChannelCredentials } from '../application/channel-accounts/rotate-channel-credentials.ts';
import { ShowChannel } from '../application/channel-accounts/show-channel.ts';
import { ReceiveCallback } from '../application/channels/receive-callback.ts';
import { DescribeCashierPage } from '../application/checkout/describe-cashier-page.ts';
import { FollowReturnLink } from '../application/checkout/follow-return-link.ts';
import { InitialiseCheckout } from '../application/checkout/initialise-checkout.ts';
import { ListPaymentMethods } from '../application/checkout/list-payment-methods.ts';
import { OpenCheckout } from '../application/checkout/open-checkout.ts';
import { SubmitPayment } from '../application/checkout/submit-payment.ts';
import { WatchPaymentStatus } from '../application/checkout/watch-payment-status.ts';
import { CountUndelivered } from '../application/events/count-undelivered.ts';
import { ListEvents } from '../application/events/list-events.ts';
import { ListFailedDeliveries } from '../application/events/list-failed-deliveries.ts';
import { ResendEvents } from '../application/events/resend-events.ts';
import { ResendSpan } from '../application/events/resend-span.ts';
import { AddMerchantKey } from '../application/merchants/add-merchant-key.ts';
import { AuthenticateMerchant } from '../application/merchants/authenticate-merchant.ts';
import { ChangeBranding } from '../application/merchants/change-branding.ts';
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
import { CreatePayment } from '../application/payments/create-payment.ts';
import { ListOrders } from '../application/payments/list-orders.ts';
import { QueryPayment } from '../application/payments/query-payment.ts';
import { QueryRefund } from '../application/payments/query-refund.ts';
import { ReportSettlement } from '../application/payments/report-settlement.ts';
import { RequestRefund } from '../application/payments/request-refund.ts';
import { ListReconciliations } from '../application/reconciliation/list-reconciliations.ts';
import { ReconcileDay } from '../application/reconciliation/reconcile-day.ts';
import { ShowReconciliation } from '../application/reconciliation/show-reconciliation.ts';
import { PullSandboxTrigger } from '../application/sandbox/pull-sandbox-trigger.ts';
import { SandboxClock } from '../application/sandbox/sandbox-clock.ts';
import type { GatewayConfig } from './config.ts';
import { type PortAddress, PortTakenError } from './port-taken-error.ts';
import { StartError } from './start-error.ts';
import { tokens } from './tokens.ts';

const cashierFolder = fileURLToPath(new URL('../../../../cashier-web/dist', import.meta.url));
const docsFolder = fileURLToPath(new URL('../../../../docs/dist', import.meta.url));
const iconFolder = fileURLToPath(new URL('../../assets/method-icons', import.meta.url));

/** @throws {StartError} when the cashier's files are not there */
function requireCashier(): string {
  const missing = ['index.html', 'return.html']
    .map((page) => join(cashierFolder, page))
    .find((page) => !existsSync(page));
  if (missing === undefined) return cashierFolder;
  throw new StartError(
    `The hosted cashier is not built: ${missing} is missing. Build it with: npm run build`,
  );
}

/** The http role: the three apps on their ports. Answers how to stop them. */
export async function startHttp(container: Container, config: GatewayConfig): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const settings: AppSettings = {
    requiresHttps: config.environment === 'production',
    trustedProxies: config.trustedProxies,
    logger: container.get(tokens.logger),
    metrics: container.get(tokens.metrics),
    stopping: stopping.signal,
  };
  const pullTrigger = container.isBound(tokens.triggers) ? container.get(PullSandboxTrigger) : undefined;
  const merchant = merchantApp(
    {
      authenticate: container.get(AuthenticateMerchant),
      createPayment: container.get(CreatePayment),
      queryPayment: container.get(QueryPayment),
      requestRefund: container.get(RequestRefund),
      queryRefund: container.get(QueryRefund),
      listOrders: container.get(ListOrders),
      reportSettlement: container.get(ReportSettlement),
      listEvents: container.get(ListEvents),
      resendEvents: container.get(ResendEvents),
      resendSpan: container.get(ResendSpan),
      receiveCallback: container.get(ReceiveCallback),
      pullTrigger,
    },
    { ...settings, rate: config.merchantRate, docsFolder },
  );
  const checkout = checkoutApp(
    {
      openCheckout: container.get(OpenCheckout),
      showMerchant: container.get(ShowMerchant),
      showLogo: container.get(ShowLogo),
      listPaymentMethods: container.get(ListPaymentMethods),
      initialiseCheckout: container.get(InitialiseCheckout),
      submitPayment: container.get(SubmitPayment),
      describeCashierPage: container.get(DescribeCashierPage),
      followReturnLink: container.get(FollowReturnLink),
      watchPaymentStatus: container.get(WatchPaymentStatus),
    },
    {
      ...settings,
      rate: config.checkoutRate,
      publicUrl: config.checkoutPublicUrl,
      livemode: config.environment === 'production',
      cashierFolder: requireCashier(),
      iconFolder,
      clock: container.get(tokens.clock),
    },
  );
  const operations = operationsApp(
    {
      merchants: {
        onboardMerchant: container.get(OnboardMerchant),
        listMerchants: container.get(ListMerchants),
        showMerchant: container.get(ShowMerchant),
        setAllowedOrigins: container.get(SetAllowedOrigins),
        changeBranding: container.get(ChangeBranding),
        changeSettings: container.get(ChangeMerchantSettings),
        changeState: container.get(ChangeMerchantState),
      },
      keys: {
        addKey: container.get(AddMerchantKey),
        revokeKey: container.get(RevokeMerchantKey),
      },
      health: container.get(tokens.health),
      orders: {
        showOrder: container.get(ShowOrder),
        askAboutAttempt: container.get(AskAboutAttempt),
        cancelRefund: container.get(CancelRefund),
        repeatReturn: container.get(RepeatReturn),
      },
      conclusions: {
        concludeRefund: container.get(ConcludeRefund),
        concludeDispute: container.get(ConcludeDispute),
      },
      cases: {
        listCases: container.get(ListCases),
        countUndelivered: container.get(CountUndelivered),
        settleCase: container.get(SettleCase),
        resumeParkedWork: container.get(ResumeParkedWork),
      },
      reports: {
        reportSettlement: container.get(ReportSettlement),
        showMerchant: container.get(ShowMerchant),
      },
      webhooks: {
        rotateWebhookSecret: container.get(RotateWebhookSecret),
        retireWebhookSecret: container.get(RetireWebhookSecret),
        setWebhookSecret: container.get(SetWebhookSecret),
        setWebhookUrl: container.get(SetWebhookUrl),
        switchWebhookOn: container.get(SwitchWebhookOn),
        listFailedDeliveries: container.get(ListFailedDeliveries),
        resendEvents: container.get(ResendEvents),
      },
      reconciliations: {
        reconcileDay: container.get(ReconcileDay),
        showReconciliation: container.get(ShowReconciliation),
        listReconciliations: container.get(ListReconciliations),
        clock: container.get(tokens.clock),
      },
      channels: {
        types: container.get(tokens.channelTypes),
        health: container.get(tokens.channelHealth),
        listChannels: container.get(ListChannels),
        showChannel: container.get(ShowChannel),
        addAccount: container.get(AddChannelAccount),
        rotateCredentials: container.get(RotateChannelCredentials),
        retireSecret: container.get(RetireCallbackSecret),
        moveAccount: container.get(MoveChannelAccount),
        removeAccount: container.get(RemoveChannelAccount),
        checkChannel: container.get(CheckChannel),
        encryptAnew: container.get(EncryptAnew),
      },
      recordChange: container.get(RecordOperatorChange),
      listAuditEntries: container.get(ListAuditEntries),
      pullTrigger,
      sandboxClock: container.isBound(tokens.movableClock) ? container.get(SandboxClock) : undefined,
    },
    { ...settings, token: config.operationsToken, merchantPublicUrl: config.merchantPublicUrl },
  );

  const servers: ListeningServer[] = [];
  const stop = async () => {
    stopping.abort();
    await Promise.all(servers.map((server) => server.close()));
  };
  const { host } = config;
  const apps = [
    {
      app: merchant,
      port: config.merchantPort,
      purpose: 'the merchant interface',
      variable: 'KASSA_MERCHANT_PORT',
    },
    {
      app: checkout,
      port: config.checkoutPort,
      purpose: 'the Checkout API and the cashier',
      variable: 'KASSA_CHECKOUT_PORT',
    },
    {
      app: operations,
      port: config.operationsPort,
      purpose: 'operations',
      variable: 'KASSA_OPERATIONS_PORT',
    },
  ];
  try {
    for (const { app, ...address } of apps) {
      const listening = listen(app.callback(), { host, port: address.port }, config.requestTimeoutMs);
      servers.push(await listening.catch((error) => explainFault(error, { host, ...address })));
    }
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

function explainFault(error: unknown, address: PortAddress): never {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  throw isTaken ? new PortTakenError(address) : error;
}
