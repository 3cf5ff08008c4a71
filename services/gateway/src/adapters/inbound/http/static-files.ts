import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Context } from 'koa';

/** Built assets carry a hash in their names, so a name's content never changes. */
export const FOREVER = 'public, max-age=31536000, immutable';
export const AN_HOUR = 'public, max-age=3600';
/** Kept, and asked for again before it is used. */
export const REVALIDATED = 'no-cache';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** Endings of compressed copies, in the order in which they are preferred. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

interface StaticFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
}

/**
 * A folder's files, read once into memory. What is served is what was there at start: no path of a
 * request ever touches the file system.
 */
export class StaticFiles {
  readonly #files: ReadonlyMap<string, StaticFile>;
  /** By the name of the original and the ending. Nobody gets one but as an encoding of it. */
  readonly #copies: ReadonlyMap<string, StaticFile>;

  constructor(folder: string) {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const all = new Map<string, StaticFile>(
      entries.map((entry) => {
        const file = join(entry.parentPath, entry.name);
        const bytes = readFileSync(file);
        return [
          relative(folder, file).split(sep).join('/'),
          {
            bytes,
            type: types[extname(entry.name)] ?? 'application/octet-stream',
            etag: etagOf(bytes),
          },
        ];
      }),
    );
    const isCopy = (name: string) => encodings.some(({ ending }) => name.endsWith(ending));
    this.#files = new Map([...all].filter(([name]) => !isCopy(name)));
    this.#copies = new Map([...all].filter(([name]) => isCopy(name)));
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  /** A file's text, to be sent in another form. */
  text(name: string): string | undefined {
    return this.#files.get(name)?.bytes.toString('utf8');
  }

  /**
   * Answers with the file if there is one; tells whether there was.
   *
   * @param sentWith what else an answer is made of. A browser that is told that nothing has changed keeps
   *   the headers of its old answer, so an answer with another policy must be another answer.
   */
  serve(ctx: Context, name: string, cacheControl: string, sentWith = ''): boolean {
    const original = this.#files.get(name);
    if (original === undefined) return false;
    const { file, encoding } = this.#asAccepted(ctx, name, original);
    ctx.status = 200;
    ctx.vary('Accept-Encoding');
    ctx.set('Cache-Control', cacheControl);
    ctx.etag = sentWith === '' ? file.etag : etagOf(file.etag + sentWith);
    if (ctx.fresh) {
      ctx.status = 304;
      return true;
    }
    if (encoding !== null) ctx.set('Content-Encoding', encoding);
    ctx.type = original.type;
    ctx.body = file.bytes;
    return true;
  }

  /** The compressed copy that the browser takes, where one was built. */
  #asAccepted(ctx: Context, name: string, original: StaticFile) {
    for (const { name: encoding, ending } of encodings) {
      const file = this.#copies.get(`${name}${ending}`);
      if (file !== undefined && ctx.acceptsEncodings(encoding, 'identity') === encoding)
        return { file, encoding };
    }
    return { file: original, encoding: null };
  }
}

function etagOf(content: Buffer | string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}
