/**
 * Where the database comes from: a server at MONGODB_URI, an installed mongod, a downloaded mongod, or DocumentDB. The README
 * describes these options.
 */
export type DatabaseSource = 'MONGODB_URI' | 'mongod' | 'mongodb-memory-server' | 'documentdb';

/**
 * What the code for each database source needs to know: the data folder, where to report progress, and the environment
 * variables.
 */
export interface WayOptions {
  readonly dataFolder: string;
  readonly onProgress: (line: string) => void;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * The result of trying one way to get a database: either a plan for running it, or the reason why it is not available on this
 * machine.
 */
export type WayOutcome =
  | { readonly kind: 'planned'; readonly plan: ServerPlan }
  | { readonly kind: 'not-possible'; readonly reason: string };

/** One process of a database server. The supervisor starts it, and starts it again if it dies. */
export interface PlannedProcess {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The port on 127.0.0.1 on which this process listens once it is running. */
  readonly port: number;
  /** The signal with which this process shuts down cleanly and without delay. */
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  /**
   * The working folder of a database process and of its children. If children outlive the process, the supervisor finds them by
   * this folder. It kills them before it starts the process again.
   */
  readonly workFolder?: string;
}

/** Everything that the supervisor needs to run a server. It is passed to the supervisor as JSON. */
export interface ServerPlan {
  readonly source: DatabaseSource;
  readonly description: string;
  readonly uri: string;
  /** How to check that the server accepts writes. A replica set must first be initiated and elect a primary. */
  readonly readiness: 'answers-queries' | 'replica-set-primary';
  /** The server's processes, in the order in which they start. They stop in the reverse order. */
  readonly processes: readonly PlannedProcess[];
}
