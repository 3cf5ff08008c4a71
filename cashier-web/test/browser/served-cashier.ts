import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';

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

/** The built cashier in a folder, by the paths of its files. */
export function readCashier(folder: string): Map<string, ServedFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return new Map(
    names.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [`/${relative(folder, path)}`, { type: typeOf(name), body: readFileSync(path) }];
    }),
  );
}

/**
 * As the gateway serves them: `/checkout/{order_id}` is the page, its files lie beside it, and the way back from
 * a processor leads over a page that knows where to go on: to `returnAddress`.
 */
export function serveCashier(files: ReadonlyMap<string, ServedFile>, returnAddress: () => string) {
  return (path: string): ServedFile | null => {
    if (/^\/checkout\/[^/]+$/.test(path)) return files.get('/index.html') ?? null;
    if (/^\/checkout\/[^/]+\/fields$/.test(path)) return files.get('/fields.html') ?? null;
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
