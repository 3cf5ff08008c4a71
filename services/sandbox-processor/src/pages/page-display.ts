import type { Context } from 'koa';

/**
 * How the payer sees a page of the processor: in its own window, in a frame of the shop, or in the overlay of the processor's
 * library. At the end, the page sends the payer to `return_url`. In the overlay, it sends a message to the shop's page, which
 * has the given origin.
 */
export type PageDisplay =
  | { readonly kind: 'page' }
  | { readonly kind: 'frame' }
  | { readonly kind: 'overlay'; readonly origin: string };

export function displayOf(context: Context): PageDisplay {
  const { display, origin } = context.query;
  if (display === 'overlay' && typeof origin === 'string' && isOrigin(origin))
    return { kind: 'overlay', origin };
  const isFramed = display === 'frame' || context.get('Sec-Fetch-Dest') === 'iframe';
  return { kind: isFramed ? 'frame' : 'page' };
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
