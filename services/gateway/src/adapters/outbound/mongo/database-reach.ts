/** The part of the driver's client that tells which servers it can reach. */
export interface ServerWatch {
  on(event: 'topologyDescriptionChanged', listener: (change: TopologyChange) => void): unknown;
}

interface TopologyChange {
  readonly newDescription: { readonly servers: ReadonlyMap<string, { readonly isWritable: boolean }> };
}

/**
 * How long the database must be unreachable before it is known to be away. An election of another primary takes less, so
 * operations wait for its end.
 */
export const AWAY_AFTER_MS = 5_000;

/** Since when each client has found no server that takes writes; null while it knows one. */
const unreachableSinceMs = new Map<ServerWatch, number | null>();

/**
 * Notices when the servers of a client become unreachable and when they come back. The driver itself keeps looking for them.
 * Returns a function that ends the watch.
 */
export function watchDatabase(client: ServerWatch): () => void {
  unreachableSinceMs.set(client, null);
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    if (!unreachableSinceMs.has(client)) return;
    const isReachable = [...newDescription.servers.values()].some(({ isWritable }) => isWritable);
    const before = unreachableSinceMs.get(client) ?? null;
    unreachableSinceMs.set(client, isReachable ? null : (before ?? performance.now()));
  });
  return () => {
    unreachableSinceMs.delete(client);
  };
}

/**
 * Whether the database is known to be away. Operations then fail at once. Otherwise, each of them would wait for seconds, and
 * their callers with them.
 */
export function isDatabaseAway(): boolean {
  const nowMs = performance.now();
  for (const sinceMs of unreachableSinceMs.values()) {
    if (sinceMs !== null && nowMs - sinceMs >= AWAY_AFTER_MS) return true;
  }
  return false;
}
