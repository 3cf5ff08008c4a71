/** What the command line touches outside itself. */
export interface CliWorld {
  readonly environment: NodeJS.ProcessEnv;
  readonly currentFolder: string;
  write(text: string): void;
  writeError(text: string): void;
  /** The text so that it stands out among errors, where they are shown in colours. */
  highlight(text: string): string;
}
