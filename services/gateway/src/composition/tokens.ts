import type { ServiceIdentifier } from 'inversify';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { DeploymentKeys } from '../adapters/outbound/channels/deployment-keys.ts';
import type { AlarmClock } from '../ports/alarm-clock.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { AuditHeadCopies } from '../ports/audit-head-copies.ts';
import type { AuditLog } from '../ports/audit-log.ts';
import type { Backlog } from '../ports/backlog.ts';
import type { CallbackInbox } from '../ports/callback-inbox.ts';
import type { ChannelAccounts } from '../ports/channel-accounts.ts';
import type { ChannelFees } from '../ports/channel-fees.ts';
import type { ChannelHealth } from '../ports/channel-health.ts';
import type { ChannelTypes } from '../ports/channel-types.ts';
import type { Clock } from '../ports/clock.ts';
import type { ClockCheck } from '../ports/clock-check.ts';
import type { DeliveryQueue } from '../ports/delivery-queue.ts';
import type { EncryptionKeys } from '../ports/encryption-keys.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { Health } from '../ports/health.ts';
import type { LogoStore } from '../ports/logo-store.ts';
import type { MerchantRepository } from '../ports/merchant-repository.ts';
import type { MovableClock } from '../ports/movable-clock.ts';
import type { NonceStore } from '../ports/nonce-store.ts';
import type { OperatorTokens } from '../ports/operator-tokens.ts';
import type { OrderRepository } from '../ports/order-repository.ts';
import type { PaymentChannels } from '../ports/payment-channels.ts';
import type { PaymentMeter } from '../ports/payment-meter.ts';
import type { Randomness } from '../ports/randomness.ts';
import type { ReconciliationLog } from '../ports/reconciliation-log.ts';
import type { RefundClaims } from '../ports/refund-claims.ts';
import type { SandboxTriggers } from '../ports/sandbox-triggers.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { GatewayConfig } from './config.ts';

function token<Service>(name: string): ServiceIdentifier<Service> {
  return Symbol.for(`kassa.${name}`);
}

/**
 * The identifiers under which services are bound in the container. Classes of the application need none, because each class is
 * its own identifier.
 */
export const tokens = {
  config: token<GatewayConfig>('config'),
  connection: token<Connection>('connection'),
  logger: token<Logger>('logger'),
  metrics: token<Registry>('metrics'),
  orders: token<OrderRepository>('orders'),
  refundClaims: token<RefundClaims>('refund-claims'),
  merchants: token<MerchantRepository>('merchants'),
  logos: token<LogoStore>('logos'),
  nonces: token<NonceStore>('nonces'),
  events: token<EventLog>('events'),
  deliveries: token<DeliveryQueue>('deliveries'),
  inbox: token<CallbackInbox>('inbox'),
  audit: token<AuditLog>('audit-log'),
  auditHeadCopies: token<AuditHeadCopies>('audit-head-copies'),
  operatorTokens: token<OperatorTokens>('operator-tokens'),
  reconciliations: token<ReconciliationLog>('reconciliations'),
  channels: token<PaymentChannels>('channels'),
  channelAccounts: token<ChannelAccounts>('channel-accounts'),
  storedKeys: token<EncryptionKeys>('encryption-keys'),
  deploymentKeys: token<DeploymentKeys>('deployment-keys'),
  channelFees: token<ChannelFees>('channel-fees'),
  channelTypes: token<ChannelTypes>('channel-types'),
  channelHealth: token<ChannelHealth>('channel-health'),
  sender: token<WebhookSender>('sender'),
  alarmClock: token<AlarmClock>('alarm-clock'),
  alerts: token<Alerts>('alerts'),
  meter: token<PaymentMeter>('payment-meter'),
  tracing: token<Tracing>('tracing'),
  clock: token<Clock>('clock'),
  /** Bound only in the sandbox. */
  movableClock: token<MovableClock>('movable-clock'),
  /** The triggers of test events at the sandbox's simulated channels, by channel ID. Bound only in the sandbox. */
  triggers: token<ReadonlyMap<string, SandboxTriggers>>('sandbox-triggers'),
  randomness: token<Randomness>('randomness'),
  clockCheck: token<ClockCheck>('clock-check'),
  health: token<Health>('health'),
  backlog: token<Backlog>('backlog'),
  /** Settings that use cases need. Each has its own identifier, so that a use case gets only what it needs. */
  roles: token<GatewayConfig['roles']>('roles'),
  environment: token<GatewayConfig['environment']>('environment'),
  bootstrapToken: token<GatewayConfig['operationsToken']>('bootstrap-token'),
  sessionKeys: token<GatewayConfig['sessionKeys']>('session-keys'),
  cashierUrl: token<GatewayConfig['checkoutPublicUrl']>('cashier-url'),
  applePayFile: token<GatewayConfig['applePayFile']>('apple-pay-file'),
  routes: token<GatewayConfig['routes']>('routes'),
  declineLimits: token<GatewayConfig['declineLimits']>('decline-limits'),
  resultPatienceSeconds: token<GatewayConfig['resultPatienceSeconds']>('result-patience'),
};
