import { Container } from 'inversify';
import type { Connection } from 'mongoose';
import { connectDatabase } from '../adapters/outbound/mongo/connect.ts';
import { prepareCollections } from '../adapters/outbound/mongo/prepare-collections.ts';
import { SystemClock } from '../adapters/outbound/system-clock.ts';
import { BackgroundWork } from '../application/background-work.ts';
import { DeliverWebhooks } from '../application/deliver-webhooks.ts';
import type { Clock } from '../ports/clock.ts';
import { bindAdapters } from './bind-adapters.ts';
import { bindUseCases } from './bind-use-cases.ts';
import type { GatewayConfig } from './config.ts';
import { StartError } from './start-error.ts';
import { startHttp } from './start-http.ts';
import { startWorker } from './start-worker.ts';
import { tokens } from './tokens.ts';

const storedPorts = [
  tokens.orders,
  tokens.refundClaims,
  tokens.merchants,
  tokens.nonces,
  tokens.events,
  tokens.inbox,
];

export interface Gateway {
  /** Stops taking requests, lets what runs finish, then stops the duties and the database connection. */
  stop(): Promise<void>;
}

/** What a caller may put in the place of the gateway's own parts. */
export interface GatewayReplacements {
  /** For tests of what only time brings: exact windows, expiry, retries. */
  readonly clock?: Clock;
}

/**
 * Starts the gateway in the roles its configuration names.
 *
 * @throws {StartError} when a port is in use, the database does not answer or the cashier is not built
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
  try {
    const container = new Container({ defaultScope: 'Singleton' });
    container.bind(tokens.config).toConstantValue(config);
    container.bind(tokens.connection).toConstantValue(connection);
    container.bind(tokens.clock).toConstantValue(replacements.clock ?? new SystemClock());
    bindAdapters(container);
    bindUseCases(container, config);
    // Made now, because each stored port declares its collection when it is made.
    for (const port of storedPorts) container.get<unknown>(port);
    await prepareCollections(connection);
    stops.push(() => {
      // Else a receiver that hangs would keep the process until its whole queue was tried.
      container.get(DeliverWebhooks).stop();
      return container.get(BackgroundWork).finish();
    });
    if (config.roles.includes('worker')) stops.push(await startWorker(container));
    if (config.roles.includes('http')) stops.push(await startHttp(container, config));
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function connect({ mongoUri, databaseName }: GatewayConfig): Promise<Connection> {
  try {
    return await connectDatabase(mongoUri, databaseName);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `The database that MONGODB_URI names does not let the gateway in: ${reason}. Start it, or correct MONGODB_URI.`,
      { cause },
    );
  }
}
