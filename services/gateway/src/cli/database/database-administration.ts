/** The functions of `kassa-admin database`. They open the gateway's database directly, so the gateway need not run. */
export interface DatabaseAdministration {
  status(): Promise<DatabaseStatus>;
  /**
   * Migrates the data, and builds the indexes that are missing or that this version needs with other options.
   *
   * @param operator the person who runs the migration, for the audit log
   */
  migrate(operator: string | undefined, listener: DatabaseListener): Promise<DatabaseStatus>;
  /**
   * Removes the check values of the encryption keys, so that a gateway with other keys can start.
   *
   * @param operator the person who requests this, for the audit log
   */
  forgetKeys(operator: string | undefined): Promise<DatabaseStatus>;
  /**
   * Records the encryption keys in the environment variables as accepted, so that a gateway may start with a new key as its
   * first key. Refuses if a variable is wrong, or if the database belongs to another deployment.
   *
   * @param operator the person who requests this, for the audit log
   */
  acceptKeys(operator: string | undefined): Promise<DatabaseStatus | RefusedOrder>;
  close(): Promise<void>;
}

export interface DatabaseStatus {
  readonly kind: 'fits' | 'outstanding' | 'newer';
  /** Null while the database is empty. */
  readonly migratedTo: number | null;
  readonly newest: number;
  readonly outstanding: readonly MigrationName[];
  readonly progress: { readonly migration: number; readonly documents: number } | null;
  readonly isUnderWay: boolean;
  readonly unreadable: readonly string[];
  readonly environment: string | null;
  /** The check values of the encryption keys with which gateways have started. Null if none was recorded. */
  readonly keyChecks: readonly string[] | null;
  /** The same for session keys. */
  readonly sessionKeyChecks: readonly string[];
  /** The indexes that are missing in the database, or have other options there. */
  readonly missingIndexes: readonly IndexName[];
}

export interface IndexName {
  readonly collection: string;
  readonly fields: readonly string[];
}

export interface RefusedOrder {
  readonly kind: 'refused';
  readonly message: string;
}

export interface MigrationName {
  readonly number: number;
  readonly name: string;
}

export interface DatabaseListener {
  waitsForAnotherRun(): void;
  begins(migration: MigrationName): void;
  hasDone(migration: MigrationName, documents: number): void;
  couldNotRead(id: string, error: unknown): void;
  /** @param documents how many documents the collection has, as the database estimates it */
  buildsIndex(index: IndexName, documents: number): void;
  /** Called every few seconds while the database builds the index. */
  stillBuildsIndex(index: IndexName, seconds: number): void;
}

export type OpenedDatabase =
  | { readonly kind: 'opened'; readonly database: DatabaseAdministration }
  | { readonly kind: 'misconfigured' | 'unreachable'; readonly message: string };

/** The commands for `mongosh` that divide the gateway's collections among the shards of a MongoDB cluster. */
export type PrintedShardCommands =
  | { readonly kind: 'printed'; readonly commands: string }
  | { readonly kind: 'misconfigured'; readonly message: string };
