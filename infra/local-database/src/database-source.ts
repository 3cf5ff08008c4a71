/** Which of the five ways of the README supplied the database. */
export type DatabaseSource = 'MONGODB_URI' | 'mongod' | 'mongodb-memory-server' | 'documentdb';

/** What a way needs to know: where data is kept, whom to tell, and the environment to look into. */
export interface WayOptions {
  readonly dataFolder: string;
  readonly onProgress: (line: string) => void;
  readonly environment: NodeJS.ProcessEnv;
}

/** The outcome of trying one way: a plan to run, or the reason why this way is not open on this machine. */
export type WayOutcome =
  | { readonly kind: 'planned'; readonly plan: ServerPlan }
  | { readonly kind: 'not-possible'; readonly reason: string };

/** One process of a database server, as the supervisor starts it and starts it again. */
export interface PlannedProcess {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Loopback port that this process listens on once it is up. */
  readonly port: number;
  /** The signal that makes this process shut down cleanly and at once. */
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  /** The folder that it and its children work in; children that outlive it are ended before it starts again. */
  readonly workFolder?: string;
}

/** Everything the supervisor needs to run a server; it travels as JSON. */
export interface ServerPlan {
  readonly source: DatabaseSource;
  readonly description: string;
  readonly uri: string;
  /** How to tell that the server takes writes: a replica set has to be initiated and elect itself first. */
  readonly readiness: 'answers-queries' | 'replica-set-primary';
  /** In starting order; they are stopped in the opposite order. */
  readonly processes: readonly PlannedProcess[];
}
