import { MongoError } from 'mongodb';

/** The parts of the driver's client that tell which servers it can reach, and that choose a server for an operation. */
export interface ReachingClient {
  on(event: 'topologyDescriptionChanged', listener: (change: TopologyChange) => void): unknown;
  readonly topology?: ServerChoice | undefined;
}

interface TopologyChange {
  readonly newDescription: { readonly servers: ReadonlyMap<string, { readonly isWritable: boolean }> };
}

interface ServerChoice {
  selectServer(...request: readonly unknown[]): Promise<unknown>;
}

/**
 * How long the database must be unreachable before it is known to be away. An election of another primary takes less, so
 * operations wait for its end.
 */
export const AWAY_AFTER_MS = 5_000;

/**
 * Lets a client's operations fail at once while the database is known to be away. Otherwise, each of them would wait for
 * seconds, and its caller with it. Meanwhile, one operation at a time still waits for a server, so that the driver keeps looking.
 */
export function failFastWhileAway(client: ReachingClient): void {
  const { topology } = client;
  if (topology === undefined) throw new Error('the client is not connected');
  let unreachableSinceMs: number | null = null;
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    const isReachable = [...newDescription.servers.values()].some(({ isWritable }) => isWritable);
    unreachableSinceMs = isReachable ? null : (unreachableSinceMs ?? performance.now());
  });
  const select = topology.selectServer.bind(topology);
  let isLooking = false;
  topology.selectServer = (...request) => {
    if (unreachableSinceMs === null || performance.now() - unreachableSinceMs < AWAY_AFTER_MS) {
      return select(...request);
    }
    if (!isLooking) {
      isLooking = true;
      select(...request)
        .catch(() => undefined)
        .finally(() => {
          isLooking = false;
        });
    }
    return Promise.reject(new MongoError('the database is away'));
  };
}
