import { SessionMissingError } from './checkout-errors.ts';
import { tabMemory } from './tab-memory.ts';

/** The session that gives a page access to one order. */
export interface CheckoutSession {
  readonly orderId: string;
  readonly session: string;
  /** The origin of the Checkout API, without `/api/web`. */
  readonly baseUrl: string;
}

/** The session, read from the page's address or from this tab's memory. */
export type OpenedSession =
  | (CheckoutSession & {
      readonly found: true;
      /** Whether this tab can restore the session when the address no longer contains it. */
      readonly remembered: boolean;
    })
  | { readonly found: false };

const memoryKey = (orderId: string) => `kassa.session.${orderId}`;

/**
 * Reads a `pay_url` (`{cashier}/checkout/{order_id}#session={token}`). If the session is missing from the address, for example
 * after a visit to the processor's page, this uses the session that the tab remembers.
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
