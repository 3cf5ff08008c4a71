import type { CashierPage } from '../../../../application/checkout/describe-cashier-page.ts';

/**
 * The content security policies of the pages that consumers see: only the page's own files run and load,
 * and what the order's channels need, from exactly there (decisions, section 7; PCI DSS 6.4.3). No inline
 * script or style, and no wildcard but for the subdomains that a processor's documentation asks for.
 */

const SELF = "'self'";

export function cashierPolicy({ framedBy, loadsFrom }: CashierPage): string {
  return policy({
    'default-src': [],
    'script-src': [SELF, ...loadsFrom.scripts],
    'style-src': [SELF, ...loadsFrom.styles],
    'img-src': [SELF, ...loadsFrom.images],
    'connect-src': [SELF, ...loadsFrom.connections],
    // The page that leads back from 3-D Secure in a frame is the cashier's own.
    'frame-src': [SELF, ...loadsFrom.frames],
    'font-src': [SELF],
    'form-action': [SELF],
    'base-uri': [],
    'frame-ancestors': framedBy,
  });
}

/** The page that leads back: it stands in a frame of the cashier or of the merchant's own page. */
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
