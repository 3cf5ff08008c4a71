import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A file that the payer's browser loads. Its path names its content: browsers may keep it for ever. */
export interface BrowserFile {
  readonly path: string;
  readonly content: Buffer;
  /** W3C Subresource Integrity. */
  readonly integrity: string;
}

export interface BrowserFiles {
  /** The script that shops' pages load. */
  readonly library: BrowserFile;
}

/** Reads what `npm run build` has made of `browser/`; without it no shop could show a form. */
export function readBrowserFiles(): BrowserFiles {
  return { library: built('sandbox.js', '/sdk') };
}

function built(name: string, folder: string): BrowserFile {
  const content = readBuilt(name);
  const hash = createHash('sha384').update(content);
  const integrity = `sha384-${hash.copy().digest('base64')}`;
  return { path: `${folder}/${hash.digest('hex').slice(0, 16)}/${name}`, content, integrity };
}

function readBuilt(name: string): Buffer {
  try {
    return readFileSync(new URL(`../dist/${name}`, import.meta.url));
  } catch (cause) {
    throw new Error(`The sandbox processor's ${name} is not built yet: run "npm run build" first.`, {
      cause,
    });
  }
}
