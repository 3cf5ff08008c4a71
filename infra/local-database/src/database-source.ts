/** Which of the README's five options supplied the database. */
export type DatabaseSource = 'MONGODB_URI' | 'mongod' | 'mongodb-memory-server' | 'documentdb';

/** The input of an option: the data folder, the progress callback and the environment. */
export interface WayOptions {
  readonly dataFolder: string;
  readonly onProgress: (line: string) => void;
  readonly environment: NodeJS.ProcessEnv;
}

/** The result of trying one option: a plan to run, or why the option is not available on this machine. */
export type WayOutcome =
  | { readonly kind: 'planned'; readonly plan: ServerPlan }
  | { readonly kind: 'not-possible'; readonly reason: string };

/** One process of a database server, which the supervisor starts and restarts. */
export interface PlannedProcess {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Loopback port that this process listens on once it is up. */
  readonly port: number;
  /** The signal that makes this process shut down cleanly and at once. */
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  /**
   * The working folder of the process and its children. Children that outlive the process are killed before it
   * restarts.
   */
  readonly workFolder?: string;
}

/** Everything the supervisor needs to run a server; it travels as JSON. */
export interface ServerPlan {
  readonly source: DatabaseSource;
  readonly description: string;
  readonly uri: string;
  /** How to check that the server accepts writes; a replica set must first be initiated and elect itself. */
  readonly readiness: 'answers-queries' | 'replica-set-primary';
  /** In starting order; they stop in reverse order. */
  readonly processes: readonly PlannedProcess[];
}
