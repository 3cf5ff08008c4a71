/** A generated page: its path in `docs`, and its Markdown. */
export interface Page {
  readonly path: string;
  readonly text: string;
}
