import type { NoAutoReturnMark, ReturnedMark } from '@kassa/contracts';
import { type Checkout, createCheckout, openSession, type PaymentMethod } from '@kassa/sdk-browser';

const returned: ReturnedMark = '&returned=1';
const noAutoReturn: NoAutoReturnMark = '&auto_return=0';

/** An order being opened; it is requested while the rest of the page still loads. */
export interface OrderOpening {
  /** Whether the tab stores the session, so that the address need not. */
  readonly remembered: boolean;
  /** Whether the consumer comes from the processor's page and waits for a new result. */
  readonly returned: boolean;
  /**
   * Whether the cashier sends the consumer back to the shop after payment; a page around the frame may do that itself.
   */
  readonly returnsByItself: boolean;
  readonly checkout: Promise<Checkout>;
  /** Null if no method can be chosen: the order is paid, being paid or over. */
  readonly methods: Promise<readonly PaymentMethod[] | null>;
}

/** Opens the order that the address names; null if the address has no session. */
export function openOrder(address: string): OrderOpening | null {
  const session = openSession(address);
  if (!session.found) return null;
  const checkout = createCheckout(session);
  const methods = checkout.then((opened) =>
    opened.snapshot.phase === 'open' || opened.snapshot.phase === 'failed' ? opened.paymentMethods() : null,
  );
  // Callers that await the promises handle their errors; the page may not be ready yet.
  methods.catch(() => undefined);
  const { hash } = new URL(address);
  return {
    remembered: session.remembered,
    returned: hash.endsWith(returned),
    returnsByItself: !hash.endsWith(noAutoReturn),
    checkout,
    methods,
  };
}
