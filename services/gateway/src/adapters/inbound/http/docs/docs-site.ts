import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'koa';
import { AN_HOUR, FOREVER, REVALIDATED, StaticFiles } from '../static-files.ts';

/**
 * The built docs site. Its files are read at the first request, not when the gateway starts. So the start stays fast,
 * and docs that are built after the start are served too.
 */
export class DocsSite {
  readonly #folder: string;
  #files: StaticFiles | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Answers with a page or file of the docs site, or with the site's own error page for an unknown path. If the site
   * has not been built, the answer explains how to build it.
   *
   * @param path the part of the address after `/docs/`; addresses of pages have no file extension
   */
  serve(ctx: Context, path: string): void {
    this.#files ??= readSite(this.#folder);
    if (this.#files === undefined) explainBuild(ctx);
    else serveFrom(this.#files, ctx, path);
  }
}

function readSite(folder: string): StaticFiles | undefined {
  return existsSync(join(folder, 'index.html')) ? new StaticFiles(folder) : undefined;
}

function pageOf(path: string): string {
  return path === '' || path.endsWith('/') ? `${path}index.html` : `${path}.html`;
}

function serveFrom(files: StaticFiles, ctx: Context, path: string): void {
  const page = pageOf(path);
  if (files.has(page)) {
    files.serve(ctx, page, REVALIDATED, allowOwnOnly(files, ctx, path));
  } else if (files.has(path) && !path.endsWith('.html')) {
    files.serve(ctx, path, path.startsWith('assets/') ? FOREVER : AN_HOUR);
  } else if (files.has(`${path}/index.html`)) {
    ctx.redirect(`/docs/${path}/`);
  } else {
    allowOwnOnly(files, ctx);
    ctx.status = 404;
    ctx.type = 'html';
    ctx.body = files.text('404.html');
  }
}

/**
 * Sends the page's content security policy. This is the policy that the docs build wrote for the page, or else the policy for
 * all pages. Adds a rule that no site may frame the docs. Browsers obey that rule only in a header, not inside a page.
 */
function allowOwnOnly(files: StaticFiles, ctx: Context, page = ''): string {
  const name = 'content-security-policy.txt';
  const own = `${page}.${name}`;
  const built = files.text(files.has(own) ? own : name)?.trim() ?? "default-src 'none'";
  const policy = `${built}; frame-ancestors 'none'`;
  ctx.set('Content-Security-Policy', policy);
  return policy;
}

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kassa docs: not built yet</title>
<h1>The docs are not built yet</h1>
<p>Build them with <code>npm run docs</code>, then open this page again; the gateway need not be restarted.</p>
</html>
`;

function explainBuild(ctx: Context): void {
  ctx.status = 404;
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  ctx.type = 'html';
  ctx.body = notBuilt;
}
