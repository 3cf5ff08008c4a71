import type { Container, ServiceIdentifier } from 'inversify';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { AgendaAlarmClock } from '../adapters/outbound/agenda/agenda-alarm-clock.ts';
import { channelKinds } from '../adapters/outbound/channels/channel-kinds.ts';
import { ChannelGuards } from '../adapters/outbound/channels/guard/channel-guards.ts';
import { KnownChannelTypes } from '../adapters/outbound/channels/known-channel-types.ts';
import { LoggedAlerts } from '../adapters/outbound/logged-alerts.ts';
import { DatabaseHealth } from '../adapters/outbound/mongo/database-health.ts';
import { MongoAuditLog } from '../adapters/outbound/mongo/mongo-audit-log.ts';
import { MongoCallbackInbox } from '../adapters/outbound/mongo/mongo-callback-inbox.ts';
import { MongoChannelAccounts } from '../adapters/outbound/mongo/mongo-channel-accounts.ts';
import { MongoDeliveryQueue } from '../adapters/outbound/mongo/mongo-delivery-queue.ts';
import { MongoEventLog } from '../adapters/outbound/mongo/mongo-event-log.ts';
import { MongoLogoStore } from '../adapters/outbound/mongo/mongo-logo-store.ts';
import { MongoMerchantRepository } from '../adapters/outbound/mongo/mongo-merchant-repository.ts';
import { MongoNonceStore } from '../adapters/outbound/mongo/mongo-nonce-store.ts';
import { MongoOrderRepository } from '../adapters/outbound/mongo/mongo-order-repository.ts';
import { MongoReconciliationLog } from '../adapters/outbound/mongo/mongo-reconciliation-log.ts';
import { MongoRefundClaims } from '../adapters/outbound/mongo/mongo-refund-claims.ts';
import { SecretCipher } from '../adapters/outbound/mongo/secret-cipher.ts';
import { RecentMerchants } from '../adapters/outbound/recent-merchants.ts';
import { SystemRandomness } from '../adapters/outbound/system-randomness.ts';
import { HttpWebhookSender } from '../adapters/outbound/webhooks/http-webhook-sender.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { Clock } from '../ports/clock.ts';
import { bind, type Needs } from './bind.ts';
import type { GatewayConfig } from './config.ts';
import { openChannels, openTriggers } from './open-channels.ts';
import { tokens } from './tokens.ts';

/** Puts an adapter behind each port. Answers the stored ports, each of which declares its collection when it is made. */
export function bindAdapters(container: Container): readonly ServiceIdentifier<unknown>[] {
  const { config, connection, logger, metrics } = tokens;
  bind(container, logger, { config }, ({ config }: { config: GatewayConfig }) =>
    pino({ name: 'kassa-gateway', level: config.logLevel }),
  );
  bind(container, metrics, {}, () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    return registry;
  });
  bind(container, tokens.alerts, { logger, metrics }, (deps: { logger: pino.Logger; metrics: Registry }) => {
    return new LoggedAlerts(deps.logger, deps.metrics);
  });
  container.bind(tokens.randomness).toConstantValue(new SystemRandomness());

  const stored: ServiceIdentifier<unknown>[] = [];
  function bindStored<Service, Others extends object>(
    port: ServiceIdentifier<Service>,
    others: Needs<Others>,
    make: (connection: Connection, others: Others) => Service,
  ): void {
    bind<Service, Others & OnConnection>(
      container,
      port,
      { ...others, connection } as Needs<Others & OnConnection>,
      (deps) => make(deps.connection, deps),
    );
    stored.push(port);
  }
  bindStored(
    tokens.orders,
    { alerts: tokens.alerts },
    (on, deps: { alerts: Alerts }) => new MongoOrderRepository(on, deps.alerts),
  );
  bindStored(tokens.refundClaims, {}, (on) => new MongoRefundClaims(on));
  bindStored(
    tokens.merchants,
    { config },
    (on, deps: { config: GatewayConfig }) =>
      new RecentMerchants(new MongoMerchantRepository(on, new SecretCipher(deps.config.encryptionKeys))),
  );
  bindStored(
    tokens.channelAccounts,
    { config },
    (on, deps: { config: GatewayConfig }) =>
      new MongoChannelAccounts(on, new SecretCipher(deps.config.encryptionKeys)),
  );
  bindStored(tokens.logos, {}, (on) => new MongoLogoStore(on));
  bindStored(tokens.nonces, {}, (on) => new MongoNonceStore(on));
  bindStored(
    tokens.events,
    { clock: tokens.clock },
    (on, deps: { clock: Clock }) => new MongoEventLog(on, deps.clock),
  );
  bindStored(tokens.deliveries, {}, (on) => new MongoDeliveryQueue(on));
  bindStored(tokens.reconciliations, {}, (on) => new MongoReconciliationLog(on));
  bindStored(tokens.audit, {}, (on) => new MongoAuditLog(on));
  bindStored(tokens.inbox, {}, (on) => new MongoCallbackInbox(on));
  bind(container, tokens.health, { connection }, (deps: OnConnection) => new DatabaseHealth(deps.connection));

  const guards = new ChannelGuards({
    registry: container.get(metrics),
    alerts: container.get(tokens.alerts),
    settings: container.get(config).channelGuard,
  });
  container.bind(tokens.channelHealth).toConstantValue(guards);
  bind(
    container,
    tokens.channelTypes,
    { config },
    (deps: { config: GatewayConfig }) => new KnownChannelTypes(channelKinds, deps.config.environment),
  );
  bind(
    container,
    tokens.channels,
    { config, accounts: tokens.channelAccounts, types: tokens.channelTypes, alerts: tokens.alerts },
    (deps: Omit<Parameters<typeof openChannels>[0], 'guards'>) => openChannels({ ...deps, guards }),
  );
  const { sandboxProcessor } = container.get(config);
  if (sandboxProcessor !== null) {
    bind(container, tokens.triggers, {}, () => openTriggers(sandboxProcessor));
  }
  bind(
    container,
    tokens.sender,
    { config },
    (deps: { config: GatewayConfig }) => new HttpWebhookSender(deps.config.environment),
  );
  bind(
    container,
    tokens.alarmClock,
    { connection, alerts: tokens.alerts },
    (deps: OnConnection & { alerts: Alerts }) => {
      const { db } = deps.connection;
      if (db === undefined) throw new Error('the alarm clock needs an open connection');
      return new AgendaAlarmClock({ database: db, alerts: deps.alerts });
    },
  );
  return stored;
}

interface OnConnection {
  readonly connection: Connection;
}
