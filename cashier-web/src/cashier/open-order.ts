import type { NoAutoReturnMark, ReturnedMark } from '@kassa/contracts';
import { type Checkout, createCheckout, openSession, type PaymentMethod } from '@kassa/sdk-browser';

const returned: ReturnedMark = '&returned=1';
const noAutoReturn: NoAutoReturnMark = '&auto_return=0';

/** An order that is being opened: asked for while the rest of the page is still on its way. */
export interface OrderOpening {
  /** The tab remembers the session, so that the address need not. */
  readonly remembered: boolean;
  /** The processor's page led here: the consumer waits for a result, and has not come to see an old one. */
  readonly returned: boolean;
  /** Once paid, the consumer is taken back to the shop; a page around the frame may want to do that itself. */
  readonly returnsByItself: boolean;
  readonly checkout: Promise<Checkout>;
  /** Null when there is nothing to choose: the order is paid, being paid or over. */
  readonly methods: Promise<readonly PaymentMethod[] | null>;
}

/** Opens the order that the address is about; null when the address has no session. */
export function openOrder(address: string): OrderOpening | null {
  const session = openSession(address);
  if (!session.found) return null;
  const checkout = createCheckout(session);
  const methods = checkout.then((opened) =>
    opened.snapshot.phase === 'open' || opened.snapshot.phase === 'failed' ? opened.paymentMethods() : null,
  );
  // Whoever awaits them hears what went wrong; the page may not be there yet.
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
