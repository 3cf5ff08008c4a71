/**
 * What the command line uses from outside its process: the environment, the current folder, input, output and the user's
 * signals.
 */
export interface CliWorld {
  readonly environment: NodeJS.ProcessEnv;
  readonly currentFolder: string;
  write(text: string): void;
  writeError(text: string): void;
  /** Whether output uses colours. */
  readonly outputHasColours: boolean;
  readonly errorsHaveColours: boolean;
  /** The whole standard input. */
  readInput(): Promise<Buffer>;
  /** A signal that aborts when the user ends the command, for example with Ctrl-C. */
  readonly ending: AbortSignal;
}
