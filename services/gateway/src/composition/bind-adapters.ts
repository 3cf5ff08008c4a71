import { hostname } from 'node:os';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { AgendaAlarmClock } from '../adapters/outbound/agenda/agenda-alarm-clock.ts';
import { LoggedAlerts } from '../adapters/outbound/alerts/logged-alerts.ts';
import { MailedAlerts } from '../adapters/outbound/alerts/mailed-alerts.ts';
import { PostedAlerts } from '../adapters/outbound/alerts/posted-alerts.ts';
import { SentAlerts } from '../adapters/outbound/alerts/sent-alerts.ts';
import { LoggedAuditHeads } from '../adapters/outbound/logged-audit-heads.ts';
import { CountedPayments } from '../adapters/outbound/metrics/counted-payments.ts';
import { MeasuredWebhooks } from '../adapters/outbound/metrics/measured-webhooks.ts';
import { DatabaseClock } from '../adapters/outbound/mongo/database-clock.ts';
import { DatabaseHealth } from '../adapters/outbound/mongo/database-health.ts';
import { MongoBacklog } from '../adapters/outbound/mongo/mongo-backlog.ts';
import { SystemRandomness } from '../adapters/outbound/system-randomness.ts';
import { HttpWebhookSender } from '../adapters/outbound/webhooks/http-webhook-sender.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { ClockCheck } from '../ports/clock-check.ts';
import type { TracePosition, Tracing } from '../ports/tracing.ts';
import { type Binding, bind } from './bind.ts';
import type { GatewayConfig } from './config.ts';
import { logOutagesSparingly } from './log-outages-sparingly.ts';
import { tokens } from './tokens.ts';

/**
 * Binds the ports that are implemented neither by the database nor by a channel, such as the logger and the sender of webhooks.
 */
export function bindAdapters(container: Binding): void {
  const { config, connection, logger, metrics } = tokens;
  bind(container, logger, { config, tracing: tokens.tracing }, openLogger);
  bind(container, metrics, {}, () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    return registry;
  });
  bind(container, tokens.alerts, { config, logger, metrics }, openAlerts);
  bind(
    container,
    tokens.auditHeadCopies,
    { logger },
    (deps: { logger: pino.Logger }) => new LoggedAuditHeads(deps.logger),
  );
  bind(
    container,
    tokens.meter,
    { metrics },
    (deps: { metrics: Registry }) => new CountedPayments(deps.metrics),
  );
  bind(
    container,
    tokens.randomness,
    { config },
    (deps: { config: GatewayConfig }) => new SystemRandomness(deps.config.region),
  );

  bind(
    container,
    tokens.clockCheck,
    { connection },
    (deps: OnConnection) => new DatabaseClock(deps.connection),
  );
  bind(container, tokens.health, { connection }, (deps: OnConnection) => new DatabaseHealth(deps.connection));
  bind(container, tokens.backlog, { connection }, (deps: OnConnection) => new MongoBacklog(deps.connection));

  bind(
    container,
    tokens.sender,
    { config, metrics },
    (deps: { config: GatewayConfig; metrics: Registry }) =>
      new MeasuredWebhooks(new HttpWebhookSender(deps.config.environment), deps.metrics),
  );
  bind(
    container,
    tokens.alarmClock,
    { connection, alerts: tokens.alerts, clockCheck: tokens.clockCheck },
    (deps: OnConnection & { alerts: Alerts; clockCheck: ClockCheck }) => {
      const { db } = deps.connection;
      if (db === undefined) throw new Error('the alarm clock needs an open connection');
      return new AgendaAlarmClock({ database: db, alerts: deps.alerts, clockCheck: deps.clockCheck });
    },
  );
}

function openLogger({ config, tracing }: { config: GatewayConfig; tracing: Tracing }): pino.Logger {
  return pino({
    name: 'kassa-gateway',
    level: config.logLevel,
    hooks: logOutagesSparingly(),
    ...(config.tracing !== null && { mixin: () => idsOf(tracing.position()) }),
  });
}

/** The IDs that connect a line of the log with its step in the trace. */
function idsOf(position: TracePosition | undefined): Readonly<Record<string, string>> {
  const [, trace_id, span_id] = position?.split('-') ?? [];
  return trace_id === undefined || span_id === undefined ? {} : { trace_id, span_id };
}

function openAlerts(deps: { config: GatewayConfig; logger: pino.Logger; metrics: Registry }): Alerts {
  const { alertWebhook, alertMail, environment, operationsPort, merchantPublicUrl } = deps.config;
  const { logger, metrics: registry } = deps;
  const from = {
    environment,
    instance: `${hostname()}:${operationsPort}`,
    deploymentUrl: merchantPublicUrl,
  };
  const carriers = [
    ...(alertWebhook === null ? [] : [new PostedAlerts(alertWebhook)]),
    ...(alertMail === null ? [] : [new MailedAlerts(alertMail)]),
  ];
  return carriers.reduce<Alerts>(
    (alerts, carrier) => new SentAlerts({ alerts, carrier, from, registry, logger }),
    new LoggedAlerts(logger, registry),
  );
}

interface OnConnection {
  readonly connection: Connection;
}
