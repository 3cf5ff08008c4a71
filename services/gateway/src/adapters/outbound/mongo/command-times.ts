import { Histogram, type Registry } from 'prom-client';
import { schemaNumbers } from './schema-numbers.ts';

/** The parts of the driver's client through which it sends every command. */
export interface TimedClient {
  readonly topology?: { selectServer(...request: readonly unknown[]): Promise<unknown> } | undefined;
}

interface Server {
  command(operation: Operation, ...more: readonly unknown[]): Promise<unknown>;
}

interface Operation {
  readonly commandName: string;
  readonly ns: { readonly collection?: string };
}

const commands = new Set(['aggregate', 'delete', 'find', 'findAndModify', 'getMore', 'insert', 'update']);
const collections = new Set([...Object.keys(schemaNumbers), 'jobs']);

/**
 * Exports how long the database's commands take.
 *
 * The driver has events for this, but they are slow: it copies each command for them, and decodes the documents of a cursor
 * twice. Instead, this function wraps the one method by which the driver sends commands to a server.
 */
export function exportCommandTimes(registry: Registry, client: TimedClient): void {
  const seconds = new Histogram({
    name: 'kassa_database_command_seconds',
    help: 'How long commands of the database took in this process, with the wait for a connection, by command and collection.',
    labelNames: ['command', 'collection'],
    buckets: [0.002, 0.005, 0.02, 0.05, 0.2, 0.5, 2, 5],
    registers: [registry],
  });
  const series = new Map<string, Histogram.Internal<'command' | 'collection'>>();
  const seriesOf = ({ commandName, ns }: Operation) => {
    const command = commands.has(commandName) ? commandName : 'other';
    const collection = collections.has(ns.collection ?? '') ? (ns.collection ?? '') : 'other';
    const key = `${command} ${collection}`;
    const found = series.get(key) ?? seconds.labels(command, collection);
    series.set(key, found);
    return found;
  };
  const timed = new WeakSet<Server>();
  const time = (server: Server): void => {
    timed.add(server);
    const send = server.command.bind(server);
    server.command = async (operation, ...more) => {
      const startedAtMs = performance.now();
      try {
        return await send(operation, ...more);
      } finally {
        seriesOf(operation).observe((performance.now() - startedAtMs) / 1_000);
      }
    };
  };
  const { topology } = client;
  if (topology === undefined) throw new Error('the client is not connected');
  const select = topology.selectServer.bind(topology);
  topology.selectServer = async (...request) => {
    const server = (await select(...request)) as Server;
    if (!timed.has(server)) time(server);
    return server;
  };
}
