import type { Context } from 'koa';

/**
 * How the payer sees a page: in its own window, in a frame of the shop's, or in the overlay of the processor's
 * own library. The page around the overlay, which has the given origin, waits for a message and not for
 * `return_url`.
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
