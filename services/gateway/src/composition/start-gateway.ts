import { Container } from 'inversify';
import type { Connection } from 'mongoose';
import { connectDatabase } from '../adapters/outbound/mongo/connect.ts';
import { MongoSandboxClock } from '../adapters/outbound/mongo/mongo-sandbox-clock.ts';
import { prepareCollections } from '../adapters/outbound/mongo/prepare-collections.ts';
import { SystemClock } from '../adapters/outbound/system-clock.ts';
import { BackgroundWork } from '../application/background-work.ts';
import { WatchClock } from '../application/duties/watch-clock.ts';
import { DeliverWebhooks } from '../application/events/deliver-webhooks.ts';
import { WatchDatabase } from '../application/health/watch-database.ts';
import { WatchWorkers } from '../application/health/watch-workers.ts';
import { isUsableByAdmin } from '../domain/operator/operator-token.ts';
import type { CallbackInbox } from '../ports/callback-inbox.ts';
import type { Clock } from '../ports/clock.ts';
import type { DeliveryQueue } from '../ports/delivery-queue.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { OrderRepository } from '../ports/order-repository.ts';
import type { PaymentChannels } from '../ports/payment-channels.ts';
import type { RefundClaims } from '../ports/refund-claims.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import { areas } from './areas/areas.ts';
import { bindAdapters } from './bind-adapters.ts';
import { bindChannels } from './bind-channels.ts';
import { bindSettings } from './bind-settings.ts';
import { bindStoredPorts } from './bind-stored-ports.ts';
import type { GatewayConfig } from './config.ts';
import { failedStart, openingError } from './database-start-error.ts';
import { exportMetrics } from './export-metrics.ts';
import { fitDatabase } from './fit-database.ts';
import { openTracing } from './open-tracing.ts';
import { type StopDelay, startHttp } from './start-http.ts';
import { startWorker } from './start-worker.ts';
import { indexesToldTo, tellOfSlowStart } from './tell-of-slow-start.ts';
import { tokens } from './tokens.ts';

export interface Gateway {
  /**
   * Stops the gateway in three steps: it refuses new requests, finishes the running ones, and ends the duties and the database
   * connection.
   */
  stop(): Promise<void>;
  /** Reads the files of the certificate again, if the public ports speak TLS. */
  reloadCertificate(): Promise<void>;
}

/** Parts of the gateway that tests can replace when they start it. */
export interface GatewayReplacements {
  /** Replaces the clock, so that tests can check behaviour that depends on time, such as expiry and retries. */
  readonly clock?: Clock;
  /** Wraps adapters, so that tests can cause faults: a test can delay a call, or end the process during the call. */
  readonly around?: PortWrappers;
  /** Replaces the wait of an instance that is stopping, to test what it does meanwhile. */
  readonly stopDelay?: StopDelay;
}

interface WrappablePorts {
  readonly orders: OrderRepository;
  readonly refundClaims: RefundClaims;
  readonly events: EventLog;
  readonly deliveries: DeliveryQueue;
  readonly inbox: CallbackInbox;
  readonly channels: PaymentChannels;
  readonly sender: WebhookSender;
}

export type PortWrappers = {
  readonly [Name in keyof WrappablePorts]?: (port: WrappablePorts[Name]) => WrappablePorts[Name];
};

/**
 * Starts the gateway in the roles that its configuration names.
 *
 * @throws {StartError} when a port is in use, the database does not answer, belongs to another deployment or must be migrated
 * first, or the cashier is not built
 */
export async function startGateway(
  config: GatewayConfig,
  replacements: GatewayReplacements = {},
): Promise<Gateway> {
  const connection = await connect(config);
  const stops: (() => Promise<void>)[] = [() => connection.close()];
  const stopAll = async () => {
    for (const stopPart of stops.reverse()) await stopPart();
  };
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= stopAll();
    return stopped;
  };
  let endTelling = () => {};
  try {
    const container = new Container({ defaultScope: 'Singleton' });
    bindSettings(container, config);
    container.bind(tokens.connection).toConstantValue(connection);
    const tracing = await openTracing(config, () => container.get(tokens.logger));
    container.bind(tokens.tracing).toConstantValue(tracing);
    stops.push(() => tracing.stop());
    stops.push(await bindClock(container, config, connection, replacements));
    bindAdapters(container);
    endTelling = tellOfSlowStart(container.get(tokens.logger));
    const storedPorts = bindStoredPorts(container);
    bindChannels(container);
    container.load(...areas);
    surround(container, replacements.around ?? {});
    // Create every port that the database implements now. Creating such a port declares its collection, and the next steps
    // prepare only the collections that are declared.
    for (const port of storedPorts) container.get(port);
    const deploymentId = await fitDatabase(connection, config, container.get(tokens.logger));
    container.get(tokens.deploymentKeys).use(deploymentId);
    await prepareCollections(connection, indexesToldTo(container.get(tokens.logger)));
    await warnOfChannels(container, config);
    await warnOfOperators(container, config);
    stops.push(() => {
      // Stop the deliveries of webhooks before waiting for running work. Otherwise a receiver that hangs would keep the process
      // alive until every queued delivery was tried.
      container.get(DeliverWebhooks).stop();
      return container.get(BackgroundWork).finish();
    });
    exportMetrics(container);
    await startWatches(container, stops);
    if (config.roles.includes('worker')) stops.push(await startWorker(container));
    const servers = await startHttp(container, config, replacements.stopDelay);
    stops.push(servers.stop);
    return { stop, reloadCertificate: servers.reloadCertificate };
  } catch (error) {
    // Ignore an error of stopping, because the error of the start says more.
    await stop().catch(() => undefined);
    throw failedStart(error);
  } finally {
    endTelling();
  }
}

/** Starts to watch the clock, the workers and the database. Adds the functions that end the watching to `stops`. */
async function startWatches(container: Container, stops: (() => Promise<void>)[]): Promise<void> {
  const watchClock = container.get(WatchClock);
  stops.push(async () => watchClock.stop());
  await watchClock.start();
  const watchWorkers = container.get(WatchWorkers);
  stops.push(async () => watchWorkers.stop());
  watchWorkers.start();
  const watchDatabase = container.get(WatchDatabase);
  stops.push(async () => watchDatabase.stop());
  watchDatabase.start();
}

/**
 * Adds the clock to the dependency injection container. Operators can move a sandbox's clock, so the gateway reads the clock's
 * stored time again and again. Returns a function that stops the reading.
 */
async function bindClock(
  container: Container,
  { environment }: GatewayConfig,
  connection: Connection,
  replacements: GatewayReplacements,
): Promise<() => Promise<void>> {
  if (replacements.clock !== undefined || environment === 'production') {
    container.bind(tokens.clock).toConstantValue(replacements.clock ?? new SystemClock());
    return async () => {};
  }
  const clock = await MongoSandboxClock.open(connection);
  container.bind(tokens.clock).toConstantValue(clock);
  container.bind(tokens.movableClock).toConstantValue(clock);
  return () => clock.close();
}

/**
 * Logs a warning if there is no channel, or if a route names an unknown channel. Neither is an error: in production, both are
 * normal before an operator adds the accounts.
 */
async function warnOfChannels(container: Container, { routes }: GatewayConfig): Promise<void> {
  const logger = container.get(tokens.logger);
  const channels = await container.get(tokens.channels).all();
  if (channels.length === 0) {
    logger.warn('there is no payment channel: orders can be created, but nobody can pay them');
  }
  const names = new Set(channels.flatMap(({ channelId, channelType }) => [channelId, channelType]));
  for (const channel of new Set(routes.map((route) => route.channel))) {
    if (!names.has(channel)) logger.warn({ channel }, 'KASSA_ROUTES names a channel that does not exist');
  }
}

/** Logs a warning if nobody can operate the gateway: it was started without a token, and no admin has one. */
async function warnOfOperators(container: Container, { operationsToken }: GatewayConfig): Promise<void> {
  if (operationsToken !== null) return;
  const now = container.get(tokens.clock).realNow();
  const issued = await container.get(tokens.operatorTokens).list();
  if (issued.some((token) => isUsableByAdmin(token, now))) return;
  container
    .get(tokens.logger)
    .warn(
      'no admin has a valid token: set KASSA_OPERATIONS_TOKEN to create one with kassa-admin operators create',
    );
}

function surround(container: Container, wrappers: PortWrappers): void {
  for (const name of Object.keys(wrappers) as (keyof PortWrappers)[]) {
    const wrap = wrappers[name] as ((port: unknown) => unknown) | undefined;
    if (wrap !== undefined) container.onActivation<unknown>(tokens[name], (_, port) => wrap(port));
  }
}

async function connect({ mongoUri, databaseName }: GatewayConfig): Promise<Connection> {
  try {
    return await connectDatabase(mongoUri, databaseName);
  } catch (cause) {
    throw openingError(cause, mongoUri);
  }
}
