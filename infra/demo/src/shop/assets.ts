import { readFileSync } from 'node:fs';

interface Asset {
  readonly type: string;
  readonly content: Buffer;
}

const types = {
  'shop.css': 'text/css; charset=utf-8',
  'live.js': 'text/javascript; charset=utf-8',
  'embedded-cashier.js': 'text/javascript; charset=utf-8',
  'favicon.svg': 'image/svg+xml',
  'product.svg': 'image/svg+xml',
} as const;

const assets = new Map<string, Asset>(
  Object.entries(types).map(([name, type]) => [
    `/assets/${name}`,
    { type, content: readFileSync(new URL(`./assets/${name}`, import.meta.url)) },
  ]),
);

/** Finds a static file of the shop's pages by the path in its address. */
export function findAsset(path: string): Asset | undefined {
  return assets.get(path);
}
