import type { CashierPage } from '../../../../application/checkout/describe-cashier-page.ts';

/**
 * The content security policies of the pages that consumers see. A page runs and loads only its own files and
 * what the order's channels need, from exactly those origins (PCI DSS 6.4.3). Inline scripts and styles are
 * forbidden. The only wildcards are for subdomains that a processor's documentation requires.
 */

const SELF = "'self'";

export function cashierPolicy({ framedBy, loadsFrom }: CashierPage): string {
  return policy({
    'default-src': [],
    'script-src': [SELF, ...loadsFrom.scripts],
    'style-src': [SELF, ...loadsFrom.styles],
    'img-src': [SELF, ...loadsFrom.images],
    'connect-src': [SELF, ...loadsFrom.connections],
    // The page that a consumer returns to from 3-D Secure inside a frame is the cashier's own.
    'frame-src': [SELF, ...loadsFrom.frames],
    'font-src': [SELF],
    'form-action': [SELF],
    'base-uri': [],
    'frame-ancestors': framedBy,
  });
}

/**
 * The policy of the page that leads consumers back. That page may be in a frame of the cashier or of the
 * merchant's own page.
 */
export function returnPolicy({ framedBy }: Pick<CashierPage, 'framedBy'>): string {
  return policy({
    'default-src': [],
    'script-src': [SELF],
    'style-src': [SELF],
    'img-src': [SELF],
    'form-action': [],
    'base-uri': [],
    'frame-ancestors': [SELF, ...framedBy],
  });
}

function policy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.length === 0 ? "'none'" : sources.join(' ')}`)
    .join('; ');
}
