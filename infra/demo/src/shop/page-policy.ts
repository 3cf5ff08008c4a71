/** The other origins that a page of the shop may use: for its forms, scripts, frames and connections. */
export interface PagePolicy {
  readonly forms: readonly string[];
  readonly scripts?: readonly string[];
  readonly frames?: readonly string[];
  readonly connections?: readonly string[];
}

/** The `Content-Security-Policy` of a page. Whatever it does not list is not loaded and does not run. */
export function policyText({ forms, scripts = [], frames = [], connections = [] }: PagePolicy): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${["'self'", ...connections].join(' ')}`,
    `frame-src ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
    `form-action ${["'self'", ...forms].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
