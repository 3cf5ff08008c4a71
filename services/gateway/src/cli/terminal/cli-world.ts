import type { OpenedDatabase } from '../database/database-administration.ts';

/** Everything outside itself that the command line uses. */
export interface CliWorld {
  readonly environment: NodeJS.ProcessEnv;
  readonly currentFolder: string;
  write(text: string): void;
  writeError(text: string): void;
  /** Asks the person at the terminal; undefined where there is no terminal. */
  readonly prompt?: ((question: string, isSecret: boolean) => Promise<string>) | undefined;
  /** Opens the gateway's database directly; absent where only running gateways are called. */
  readonly openDatabase?: (environment: NodeJS.ProcessEnv) => Promise<OpenedDatabase>;
  /** Highlights a string among errors, where the terminal shows colours. */
  highlight(text: string): string;
}
