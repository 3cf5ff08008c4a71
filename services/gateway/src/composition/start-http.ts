import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Container } from 'inversify';
import type { AppSettings } from '../adapters/inbound/http/app.ts';
import { checkoutApp } from '../adapters/inbound/http/checkout/checkout-app.ts';
import { merchantApp } from '../adapters/inbound/http/merchant/merchant-app.ts';
import { operationsApp } from '../adapters/inbound/http/operations/operations-app.ts';
import { AskAboutAttempt } from '../application/ask-about-attempt.ts';
import { AuthenticateMerchant } from '../application/authenticate-merchant.ts';
import { CancelRefund } from '../application/cancel-refund.ts';
import { CreatePayment } from '../application/create-payment.ts';
import { InitialiseCheckout } from '../application/initialise-checkout.ts';
import { ListCases } from '../application/list-cases.ts';
import { ListEvents } from '../application/list-events.ts';
import { ListFailedDeliveries } from '../application/list-failed-deliveries.ts';
import { ListOrders } from '../application/list-orders.ts';
import { ListPaymentMethods } from '../application/list-payment-methods.ts';
import { OnboardMerchant } from '../application/onboard-merchant.ts';
import { OpenCheckout } from '../application/open-checkout.ts';
import { PullSandboxTrigger } from '../application/pull-sandbox-trigger.ts';
import { QueryPayment } from '../application/query-payment.ts';
import { QueryRefund } from '../application/query-refund.ts';
import { ReceiveCallback } from '../application/receive-callback.ts';
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
import { WatchPaymentStatus } from '../application/watch-payment-status.ts';
import type { GatewayConfig } from './config.ts';
import { type ListeningServer, listen } from './listen.ts';
import { StartError } from './start-error.ts';
import { tokens } from './tokens.ts';

const cashierFolder = fileURLToPath(new URL('../../../../cashier-web/dist', import.meta.url));
const iconFolder = fileURLToPath(new URL('../../assets/method-icons', import.meta.url));

/** @throws {StartError} when the cashier's files are not there */
function requireCashier(): string {
  if (existsSync(cashierFolder)) return cashierFolder;
  throw new StartError(
    `The hosted cashier is not built: ${cashierFolder} is missing. Build it with: npm run build`,
  );
}

/** The http role: the three apps on their ports. Answers how to stop them. */
export async function startHttp(container: Container, config: GatewayConfig): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const settings: AppSettings = {
    environment: config.environment,
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
      listEvents: container.get(ListEvents),
      resendEvents: container.get(ResendEvents),
      resendSpan: container.get(ResendSpan),
      receiveCallback: container.get(ReceiveCallback),
      pullTrigger,
    },
    { ...settings, rate: config.merchantRate },
  );
  const checkout = checkoutApp(
    {
      openCheckout: container.get(OpenCheckout),
      showMerchant: container.get(ShowMerchant),
      listPaymentMethods: container.get(ListPaymentMethods),
      initialiseCheckout: container.get(InitialiseCheckout),
      submitPayment: container.get(SubmitPayment),
      watchPaymentStatus: container.get(WatchPaymentStatus),
    },
    {
      ...settings,
      rate: config.checkoutRate,
      publicUrl: config.checkoutPublicUrl,
      cashierFolder: requireCashier(),
      iconFolder,
      clock: container.get(tokens.clock),
    },
  );
  const operations = operationsApp(
    {
      onboardMerchant: container.get(OnboardMerchant),
      showMerchant: container.get(ShowMerchant),
      health: container.get(tokens.health),
      orders: {
        showOrder: container.get(ShowOrder),
        askAboutAttempt: container.get(AskAboutAttempt),
        cancelRefund: container.get(CancelRefund),
        repeatReturn: container.get(RepeatReturn),
      },
      cases: {
        listCases: container.get(ListCases),
        settleCase: container.get(SettleCase),
        resumeParkedWork: container.get(ResumeParkedWork),
      },
      webhooks: {
        rotateWebhookSecret: container.get(RotateWebhookSecret),
        retireWebhookSecret: container.get(RetireWebhookSecret),
        setWebhookUrl: container.get(SetWebhookUrl),
        switchWebhookOn: container.get(SwitchWebhookOn),
        listFailedDeliveries: container.get(ListFailedDeliveries),
        resendEvents: container.get(ResendEvents),
      },
      pullTrigger,
      sandboxClock: container.isBound(tokens.movableClock) ? container.get(SandboxClock) : undefined,
    },
    { ...settings, token: config.operationsToken },
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
      servers.push(await listen(app.callback(), { host, ...address }, config.requestTimeoutMs));
    }
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
