export interface FindBrowserOptions {
  /** Receives messages about the progress of the installation, for people. */
  readonly onProgress: (line: string) => void;
  /** Environment variables: the browser's own variable and PATH are used; the default is `process.env`. */
  readonly environment?: NodeJS.ProcessEnv;
}
