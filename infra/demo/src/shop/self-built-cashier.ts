import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = new URL('./self-built/', import.meta.url);
/**
 * The folder of the browser SDK, from which the demo shop serves the SDK's files. A real merchant installs the SDK from the
 * registry, or copies its files into the shop.
 */
const sdkFolder = dirname(fileURLToPath(import.meta.resolve('@kassa/sdk-browser')));

const javascript = 'text/javascript; charset=utf-8';
const scripts = new Map([
  ['/assets/self-built-cashier.js', readFileSync(new URL('cashier.js', folder))],
  ...readdirSync(sdkFolder)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => [`/assets/kassa/${name}`, readFileSync(`${sdkFolder}/${name}`)] as const),
]);

/**
 * An example of a cashier that a merchant has built without Kassa's hosted cashier. It consists of a page, a script and the
 * browser SDK.
 */
export const selfBuiltCashier = {
  page: readFileSync(new URL('cashier.html', folder), 'utf8'),
  find(path: string): { readonly type: string; readonly content: Buffer } | undefined {
    const content = scripts.get(path);
    return content && { type: javascript, content };
  },
};
