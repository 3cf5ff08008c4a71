import type { ArchiveAdministration } from '../archive/archive-administration.ts';
import type { TryChannel } from '../channels/channel-trial.ts';
import type { OpenedDatabase, PrintedShardCommands } from '../database/database-administration.ts';

/**
 * What `kassa-admin` uses from outside its process: environment variables, the terminal and the database. Tests replace these
 * parts.
 */
export interface CliWorld {
  readonly environment: NodeJS.ProcessEnv;
  readonly currentFolder: string;
  write(text: string): void;
  writeError(text: string): void;
  /** Asks the user a question at the terminal. Undefined if the program does not run at a terminal. */
  readonly prompt?: ((question: string, isSecret: boolean) => Promise<string>) | undefined;
  /** Opens the gateway's database directly. Absent if the program may only call running gateways. */
  readonly openDatabase?: (environment: NodeJS.ProcessEnv) => Promise<OpenedDatabase>;
  /** Writes the commands that shard the gateway's database. Absent if the program may only call running gateways. */
  readonly printShardCommands?: (
    environment: NodeJS.ProcessEnv,
  ) => PrintedShardCommands | Promise<PrintedShardCommands>;
  /** Writes and reads archives of old orders. Absent if the program may only call running gateways. */
  readonly archives?: ArchiveAdministration;
  /** Tries a channel type at its processor. Absent if the program may only call running gateways. */
  readonly tryChannel?: TryChannel;
  /** Highlights a text in error output, if the terminal shows colours. */
  highlight(text: string): string;
}
