import { type LocalDatabase, openLocalDatabase, stopLocalDatabase } from '@kassa/local-database';

/** The harness's own database server, so that its processes can be killed. */
export class OwnDatabase {
  readonly #database: LocalDatabase;
  readonly #dataFolder: string;

  private constructor(database: LocalDatabase, dataFolder: string) {
    this.#database = database;
    this.#dataFolder = dataFolder;
  }

  /** @param isForeignAllowed whether to allow the server at MONGODB_URI, which is never killed */
  static async open(options: {
    dataFolder: string;
    isForeignAllowed: boolean;
    onProgress: (line: string) => void;
  }): Promise<OwnDatabase> {
    const { MONGODB_URI: _, ...without } = process.env;
    const environment = options.isForeignAllowed ? process.env : without;
    const database = await openLocalDatabase({ ...options, environment });
    return new OwnDatabase(database, options.dataFolder);
  }

  get uri(): string {
    return this.#database.uri;
  }

  get description(): string {
    return this.#database.description;
  }

  get isForeign(): boolean {
    return this.#database.source === 'MONGODB_URI';
  }

  /** The server's current processes: the storage first, the front end for clients last. */
  get processIds(): readonly number[] {
    return this.#database.processIds;
  }

  /** Kills one of the processes, as a power cut would; the supervisor restarts it. */
  kill(which: number): number {
    const pid = this.processIds[which % Math.max(this.processIds.length, 1)];
    if (pid === undefined) throw new Error('the database has no process that could be killed');
    process.kill(pid, 'SIGKILL');
    return pid;
  }

  async stop(): Promise<void> {
    // Also stop a server left behind by an earlier run, because the folder belongs to the harness.
    if (!this.isForeign) await stopLocalDatabase(this.#dataFolder);
  }
}
