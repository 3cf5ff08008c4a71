/** What the command line touches outside itself. */
export interface CliWorld {
  readonly environment: NodeJS.ProcessEnv;
  readonly currentFolder: string;
  write(text: string): void;
  writeError(text: string): void;
  /** Whether what is written is shown in colours. */
  readonly outputHasColours: boolean;
  readonly errorsHaveColours: boolean;
  /** All of the standard input. */
  readInput(): Promise<Buffer>;
  /** Ends when whoever runs the command wants it to end: Ctrl-C, or a signal. */
  readonly ending: AbortSignal;
}
