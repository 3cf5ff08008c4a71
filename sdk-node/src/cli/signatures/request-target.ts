/**
 * The path and the raw query of a request, taken from a path or a whole URL. Nothing is normalised, because the signature
 * covers them as sent.
 */
export interface RequestTarget {
  readonly path: string;
  /** Without `?`; empty if there is no query. */
  readonly query: string;
}

export function readTarget(text: string): RequestTarget {
  const [target = ''] = text.replace(/^https?:\/\/[^/?#]*/i, '').split('#', 1);
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return { path: path === '' ? '/' : path, query: mark === -1 ? '' : target.slice(mark + 1) };
}
