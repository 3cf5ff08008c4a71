import { type LocalDatabase, openLocalDatabase, stopLocalDatabase } from '@kassa/local-database';

/** A database server that belongs to the harness alone, so that its processes can be killed. */
export class OwnDatabase {
  readonly #database: LocalDatabase;
  readonly #dataFolder: string;

  private constructor(database: LocalDatabase, dataFolder: string) {
    this.#database = database;
    this.#dataFolder = dataFolder;
  }

  /** @param isForeignAllowed whether the server that MONGODB_URI names may be taken, which is never killed */
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

  /** Its own processes as they run now: the storage first, what clients talk to last. */
  get processIds(): readonly number[] {
    return this.#database.processIds;
  }

  /** Ends one of its processes as a power cut would; whoever keeps it starts it again. */
  kill(which: number): number {
    const pid = this.processIds[which % Math.max(this.processIds.length, 1)];
    if (pid === undefined) throw new Error('the database has no process that could be killed');
    process.kill(pid, 'SIGKILL');
    return pid;
  }

  async stop(): Promise<void> {
    // Also one that an earlier run left behind: the folder is the harness's own.
    if (!this.isForeign) await stopLocalDatabase(this.#dataFolder);
  }
}
