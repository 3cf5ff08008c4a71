import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A file that the payer's browser loads. Its path contains a hash of its content, so browsers may cache it for ever. */
export interface BrowserFile {
  readonly path: string;
  readonly type: 'text/javascript' | 'text/css';
  readonly content: Buffer;
  /** W3C Subresource Integrity. */
  readonly integrity: string;
}

export interface BrowserFiles {
  /** The script that shops' pages load. */
  readonly library: BrowserFile;
  readonly cardFrameScript: BrowserFile;
  readonly cardFrameStyle: BrowserFile;
  readonly walletSheetScript: BrowserFile;
  readonly walletSheetStyle: BrowserFile;
  /** The script of the last page in the 3-D Secure overlay, which tells the shop's page that the payer has finished. */
  readonly challengeScript: BrowserFile;
  /** The script with which the payer copies values from a voucher's page. */
  readonly voucherScript: BrowserFile;
}

/**
 * Reads the scripts that `npm run build` built from the folder `browser/`, and a stylesheet. Throws if a script is not built
 * yet, because no shop could show a card form without it.
 */
export function readBrowserFiles(): BrowserFiles {
  return {
    library: browserFile('/sdk', 'sandbox.js', readBuilt('sandbox.js')),
    cardFrameScript: browserFile('/assets', 'card-frame.js', readBuilt('card-frame.js')),
    cardFrameStyle: browserFile('/assets', 'card-frame.css', readOwn('./frames/card-frame.css')),
    walletSheetScript: browserFile('/assets', 'wallet-sheet.js', readBuilt('wallet-sheet.js')),
    walletSheetStyle: browserFile('/assets', 'wallet-sheet.css', readOwn('./frames/wallet-sheet.css')),
    challengeScript: browserFile('/assets', 'challenge.js', readBuilt('challenge.js')),
    voucherScript: browserFile('/assets', 'voucher.js', readBuilt('voucher.js')),
  };
}

function browserFile(folder: string, name: string, content: Buffer): BrowserFile {
  const digest = createHash('sha384').update(content).digest();
  return {
    path: `${folder}/${digest.toString('hex').slice(0, 16)}/${name}`,
    type: name.endsWith('.css') ? 'text/css' : 'text/javascript',
    content,
    integrity: `sha384-${digest.toString('base64')}`,
  };
}

function readOwn(path: string): Buffer {
  return readFileSync(new URL(path, import.meta.url));
}

function readBuilt(name: string): Buffer {
  try {
    return readOwn(`../dist/${name}`);
  } catch (cause) {
    throw new Error(`The sandbox processor's ${name} is not built yet: run "npm run build" first.`, {
      cause,
    });
  }
}
