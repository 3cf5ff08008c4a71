import { SessionMissingError } from './checkout-errors.ts';
import { tabMemory } from './tab-memory.ts';

/** The session that gives a page access to one order. */
export interface CheckoutSession {
  readonly orderId: string;
  readonly session: string;
  /** Origin of the Checkout API, without `/api/web`. */
  readonly baseUrl: string;
}

/** The session from the page's address or this tab's memory. */
export type OpenedSession =
  | (CheckoutSession & {
      readonly found: true;
      /** Whether this tab can restore the session when the address no longer has it. */
      readonly remembered: boolean;
    })
  | { readonly found: false };

const memoryKey = (orderId: string) => `kassa.session.${orderId}`;

/**
 * Reads a `pay_url` (`{cashier}/checkout/{order_id}#session={token}`). Without the fragment, as
 * after the processor's page, the function uses the session remembered in this tab.
 */
export function openSession(payUrl: string): OpenedSession {
  const url = URL.canParse(payUrl) ? new URL(payUrl) : null;
  const orderId = url && /\/checkout\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  if (!url || !orderId) return { found: false };

  const carried = new URLSearchParams(url.hash.slice(1)).get('session');
  const session = carried || tabMemory.read(memoryKey(orderId));
  if (!session) return { found: false };

  const remembered = tabMemory.write(memoryKey(orderId), session);
  return { found: true, orderId, session, baseUrl: url.origin, remembered };
}

export function requireSession(payUrl: string): CheckoutSession {
  const opened = openSession(payUrl);
  if (opened.found) return opened;
  throw new SessionMissingError('No session: open the whole pay_url.');
}
