export interface FindBrowserOptions {
  /** Receives messages about the progress of the installation, for people. */
  readonly onProgress: (line: string) => void;
  /** Environment variables. Only the browser's own variable and PATH are used. The default is `process.env`. */
  readonly environment?: NodeJS.ProcessEnv;
}
