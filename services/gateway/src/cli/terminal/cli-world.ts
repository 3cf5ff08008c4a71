import type { OpenedDatabase } from '../database/database-administration.ts';

/** What the command line touches outside itself. */
export interface CliWorld {
  readonly environment: NodeJS.ProcessEnv;
  readonly currentFolder: string;
  write(text: string): void;
  writeError(text: string): void;
  /** Asks the person at the terminal; undefined where there is none. */
  readonly prompt?: ((question: string, isSecret: boolean) => Promise<string>) | undefined;
  /** Opens the gateway's database itself; absent where only gateways are spoken to. */
  readonly openDatabase?: (environment: NodeJS.ProcessEnv) => Promise<OpenedDatabase>;
  /** The text so that it stands out among errors, where they are shown in colours. */
  highlight(text: string): string;
}
