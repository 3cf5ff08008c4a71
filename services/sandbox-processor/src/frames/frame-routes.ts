import type Router from '@koa/router';
import type { Context } from 'koa';
import type { BrowserFile, BrowserFiles } from '../browser-files.ts';
import { cardFramePage } from './card-frame-page.ts';
import { walletSheetPage } from './wallet-sheet-page.ts';

/**
 * The content security policy of the pages of the card form and of the wallet's sheet. It allows no inline code, nothing from
 * other origins, and calls only to the processor. Any shop may show the pages in a frame, because the shop's page cannot read
 * the frame.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Serves the scripts and styles that browsers load from the processor, and the pages that the library puts into shops' pages:
 * the card form and the wallet's sheet.
 */
export function addFrameRoutes(router: Router, files: BrowserFiles): void {
  for (const file of Object.values(files) as readonly BrowserFile[])
    router.get(file.path, (context) => serve(context, file));

  const cardFrame = cardFramePage(files);
  router.get('/frames/card', (context) => servePage(context, cardFrame));
  const walletSheet = walletSheetPage(files);
  router.get('/frames/wallet', (context) => servePage(context, walletSheet));
}

function servePage(context: Context, page: string): void {
  context.set('Content-Security-Policy', contentSecurityPolicy);
  context.set('X-Content-Type-Options', 'nosniff');
  context.set('Referrer-Policy', 'no-referrer');
  context.set('Cache-Control', 'no-cache');
  context.type = 'text/html';
  context.body = page;
}

function serve(context: Context, { type, content }: BrowserFile): void {
  context.set('Cache-Control', 'public, max-age=31536000, immutable');
  context.set('X-Content-Type-Options', 'nosniff');
  // Let pages of all origins read the library. Shops load it with an `integrity` hash, which browsers check only if CORS allows
  // reading.
  context.set('Access-Control-Allow-Origin', '*');
  context.set('Cross-Origin-Resource-Policy', 'cross-origin');
  context.type = type;
  context.body = content;
}
