import type { OpenedDatabase } from '../database/database-administration.ts';

/** Everything that the command line uses besides its own code. Tests replace it. */
export interface CliWorld {
  readonly environment: NodeJS.ProcessEnv;
  readonly currentFolder: string;
  write(text: string): void;
  writeError(text: string): void;
  /** Asks the person at the terminal. Undefined if there is no terminal. */
  readonly prompt?: ((question: string, isSecret: boolean) => Promise<string>) | undefined;
  /** Opens the gateway's database directly. Absent if the command line may only call running gateways. */
  readonly openDatabase?: (environment: NodeJS.ProcessEnv) => Promise<OpenedDatabase>;
  /** Highlights a text in error output, if the terminal shows colours. */
  highlight(text: string): string;
}
