import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { build, type Rolldown } from 'vite';

const root = join(import.meta.dirname, '../..');
const methodIcons = join(root, '../services/gateway/assets/method-icons');
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface ServedFile {
  readonly type: string;
  readonly body: Buffer | string;
}

/**
 * The cashier as production gets it, built in memory from the sources as they are, the SDK's included:
 * no test runs against an older build.
 */
export async function buildCashier(): Promise<Map<string, ServedFile>> {
  const built = await asInProduction(
    async () =>
      (await build({
        root,
        logLevel: 'error',
        build: { write: false },
        resolve: { alias: { '@kassa/sdk-browser': join(root, '../sdk-browser/src/index.ts') } },
      })) as Rolldown.RolldownOutput,
  );
  const files = new Map<string, ServedFile>();
  for (const output of built.output) {
    const body = output.type === 'chunk' ? output.code : Buffer.from(output.source);
    files.set(`/${output.fileName}`, { type: typeOf(output.fileName), body });
  }
  return files;
}

/** The test runner's own environment would make the compiler put its checks for developers into the page. */
async function asInProduction<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await work();
  } finally {
    process.env.NODE_ENV = before;
  }
}

/**
 * As the gateway serves them: `/checkout/{order_id}` is the page, its files lie beside it, and the way back from
 * a processor leads over a page that knows where to go on: to `returnAddress`.
 */
export function serveCashier(files: ReadonlyMap<string, ServedFile>, returnAddress: () => string) {
  return (path: string): ServedFile | null => {
    if (/^\/checkout\/[^/]+$/.test(path)) return files.get('/index.html') ?? null;
    if (/^\/checkout\/[^/]+\/return\/[^/]+$/.test(path)) {
      const page = String(files.get('/return.html')?.body);
      const address = returnAddress().replaceAll('&', '&amp;');
      return { type: 'text/html', body: page.replace('href="#kassa-target"', `href="${address}"`) };
    }
    if (path.startsWith('/shop/'))
      return { type: 'text/html', body: '<!doctype html><title>The shop</title>' };
    const folder = folderOf(path);
    const file = join(folder, basename(path));
    if (existsSync(file)) return { type: typeOf(path), body: readFileSync(file) };
    return files.get(path) ?? null;
  };
}

function folderOf(path: string): string {
  if (path.startsWith('/icons/')) return methodIcons;
  return path.startsWith('/logos/') ? join(import.meta.dirname, 'assets') : join(root, 'public');
}

function typeOf(path: string): string {
  return types[extname(path)] ?? 'application/octet-stream';
}
