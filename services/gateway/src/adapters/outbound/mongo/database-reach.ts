import { MongoError } from 'mongodb';

/** The parts of the driver's client that tell which servers it can reach, and that select a server for an operation. */
export interface ReachingClient {
  on(event: 'topologyDescriptionChanged', listener: (change: TopologyChange) => void): unknown;
  readonly topology?: ServerChoice | undefined;
}

interface TopologyChange {
  readonly newDescription: { readonly servers: ReadonlyMap<string, ReachedServer> };
}

interface ReachedServer {
  readonly isWritable: boolean;
  /** The server's type as the server reports it, or `Unknown` if the driver cannot reach it. */
  readonly type: string;
}

interface ServerChoice {
  selectServer(...request: readonly unknown[]): Promise<unknown>;
}

/** How long the database may lack a server that accepts writes before it counts as unreachable. */
export const AWAY_AFTER_MS = 5_000;

/**
 * How long operations wait while a replica set has no primary but has a member that can become the primary. By default, the
 * members of a set notice after 10 seconds that the primary is lost, and MongoDB's manual calls 12 seconds typical for the
 * whole election. The wait must end before `DATABASE_DEADLINE_MS`.
 */
export const LONGEST_ELECTION_MS = 14_000;

/** A period without a writable server: when it began, and how long an operation may wait during it. */
interface Outage {
  readonly sinceMs: number;
  readonly patienceMs: number;
}

/** Knows which servers of the database the driver can reach. */
export class DatabaseReach {
  #outage: Outage | null = null;

  constructor(client: ReachingClient) {
    client.on('topologyDescriptionChanged', ({ newDescription }) => {
      const sinceMs = this.#outage?.sinceMs ?? performance.now();
      this.#outage = outageOf([...newDescription.servers.values()], sinceMs);
    });
  }

  /**
   * How long operations still wait for a server that accepts writes. Null if there is such a server; 0 if the database is
   * unreachable.
   */
  get remainingMs(): number | null {
    if (this.#outage === null) return null;
    const { sinceMs, patienceMs } = this.#outage;
    return Math.max(0, sinceMs + patienceMs - performance.now());
  }

  /** Whether operations wait for the election of another primary. */
  get isElecting(): boolean {
    return this.#outage?.patienceMs === LONGEST_ELECTION_MS && this.remainingMs !== 0;
  }
}

function outageOf(servers: readonly ReachedServer[], sinceMs: number): Outage | null {
  if (servers.some(({ isWritable }) => isWritable)) return null;
  const canElect = servers.some(({ type }) => type === 'RSSecondary');
  return { sinceMs, patienceMs: canElect ? LONGEST_ELECTION_MS : AWAY_AFTER_MS };
}

/**
 * Lets a client's operations fail immediately while the database is known to be unreachable. Otherwise, each operation, and its
 * caller, would wait for seconds. One operation at a time still waits for a server, so that the driver continues to look for
 * one.
 */
export function failFastWhileAway(client: ReachingClient): void {
  const { topology } = client;
  if (topology === undefined) throw new Error('the client is not connected');
  const reach = new DatabaseReach(client);
  const select = topology.selectServer.bind(topology);
  let isLooking = false;
  topology.selectServer = (...request) => {
    const { remainingMs } = reach;
    if (remainingMs === null) return select(...request);
    if (remainingMs > 0) return selectedWithin(remainingMs, () => select(...request));
    if (!isLooking) {
      isLooking = true;
      select(...request)
        .catch(() => undefined)
        .finally(() => {
          isLooking = false;
        });
    }
    return Promise.reject(new DatabaseAway());
  };
}

async function selectedWithin(limitMs: number, select: () => Promise<unknown>): Promise<unknown> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DatabaseAway()), limitMs);
  try {
    return await Promise.race([select(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Thrown instead of waiting while the database is known to be unreachable. */
export class DatabaseAway extends MongoError {
  constructor() {
    super('the database is unreachable');
  }
}
