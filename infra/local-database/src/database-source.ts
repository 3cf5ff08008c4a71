/** Which of the README's options provided the database. */
export type DatabaseSource = 'MONGODB_URI' | 'mongod' | 'mongodb-memory-server' | 'documentdb';

/** What an option needs to know: the data folder, where to report progress, and the environment. */
export interface WayOptions {
  readonly dataFolder: string;
  readonly onProgress: (line: string) => void;
  readonly environment: NodeJS.ProcessEnv;
}

/** The result of trying an option: a plan to run, or the reason why the option is not available on this machine. */
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
   * The working folder of the process and its children. Children that outlive the process are killed before it is started
   * again.
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
  /** The server's processes, in the sequence in which they start. They stop in reverse. */
  readonly processes: readonly PlannedProcess[];
}
