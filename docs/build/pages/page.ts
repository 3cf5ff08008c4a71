/** A page that is generated: where it stands in `docs`, and its Markdown. */
export interface Page {
  readonly path: string;
  readonly text: string;
}
