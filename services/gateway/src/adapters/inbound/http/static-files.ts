import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Context } from 'koa';

/**
 * The Cache-Control value for built assets, which browsers may keep for a year. The name of an asset contains a hash of its
 * content, so an asset that changes gets another name.
 */
export const FOREVER = 'public, max-age=31536000, immutable';
export const AN_HOUR = 'public, max-age=3600';
/** The Cache-Control value for files that browsers may keep but must check with the gateway before each use. */
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

/** The encodings of compressed copies with their file extensions. The preferred encoding comes first. */
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
 * Serves the files of a folder from memory. The constructor reads all files once, so no request's path ever touches the
 * file system.
 */
export class StaticFiles {
  readonly #files: ReadonlyMap<string, StaticFile>;
  /**
   * The compressed copies of files, by their file names, which end in `.br` or `.gz`. Browsers request only the original file;
   * they may get a copy instead.
   */
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

  /** The content of a file as text, for a caller that changes it before sending. */
  text(name: string): string | undefined {
    return this.#files.get(name)?.bytes.toString('utf8');
  }

  /**
   * Sends the file as the answer and returns true. If the file does not exist, returns false and sends nothing.
   *
   * @param sentWith other parts of the answer that the ETag must cover, such as the content security policy. A browser
   * that gets a 304 keeps the headers of its old answer, so a changed policy needs a new ETag.
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

  /** Returns a compressed copy that the browser accepts, or the original if there is none. */
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
