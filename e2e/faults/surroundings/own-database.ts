import { type LocalDatabase, openLocalDatabase, stopLocalDatabase } from '@kassa/local-database';

/** A database server that only the harness uses, so that the harness may kill the server's processes. */
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

  /** The IDs of the server's running processes, from the storage process to the front end that serves the clients. */
  get processIds(): readonly number[] {
    return this.#database.processIds;
  }

  /** Kills one of the server's processes, as a power cut would. The supervisor starts it again. */
  kill(which: number): number {
    const pid = this.processIds[which % Math.max(this.processIds.length, 1)];
    if (pid === undefined) throw new Error('the database has no process that could be killed');
    process.kill(pid, 'SIGKILL');
    return pid;
  }

  async stop(): Promise<void> {
    // Stop the server in this data folder, even if an earlier run of the harness started it. Only the harness uses this folder.
    if (!this.isForeign) await stopLocalDatabase(this.#dataFolder);
  }
}
