import type { CashierPage } from '../../../../application/checkout/describe-cashier-page.ts';

/**
 * The content security policies of the pages that consumers see. A page may run and load only the gateway's own files and the
 * files that the processors of the order's channels need, from exactly named origins (PCI DSS 6.4.3). Inline scripts and styles
 * are forbidden. A wildcard stands only for subdomains, and only if a processor's documentation requires it.
 */

const SELF = "'self'";

export function cashierPolicy({ framedBy, loadsFrom }: CashierPage): string {
  return policy({
    'default-src': [],
    'script-src': [SELF, ...loadsFrom.scripts],
    'style-src': [SELF, ...loadsFrom.styles],
    'img-src': [SELF, ...loadsFrom.images],
    'connect-src': [SELF, ...loadsFrom.connections],
    // The source `'self'` is needed for 3-D Secure in a frame: when the consumer has finished at the bank, the frame
    // loads the cashier's own return page.
    'frame-src': [SELF, ...loadsFrom.frames],
    'font-src': [SELF],
    'form-action': [SELF],
    'base-uri': [],
    'frame-ancestors': framedBy,
  });
}

/**
 * The policy of the page with card fields, which the browser SDK shows in a frame of the merchant's own checkout page. The page
 * runs one script, which is the gateway's own, and sends cards only to the gateway.
 */
export function cardFieldsPolicy({ framedBy }: Pick<CashierPage, 'framedBy'>): string {
  return policy({
    'default-src': [],
    'script-src': [SELF],
    // The policy allows no stylesheets, because the page loads none: its script sets the style of the fields.
    'style-src': [],
    'connect-src': [SELF],
    'form-action': [],
    'base-uri': [],
    'frame-ancestors': framedBy,
  });
}

/**
 * The policy of the return page, to which processors and banks send consumers back after a step on another site. The
 * return page may load in a frame of the cashier, or in a frame of the merchant's own checkout page.
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
