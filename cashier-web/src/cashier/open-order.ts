import type { NoAutoReturnMark, ReturnedMark } from '@kassa/contracts';
import { type Checkout, createCheckout, openSession, type PaymentMethod } from '@kassa/sdk-browser';

const returned: ReturnedMark = '&returned=1';
const noAutoReturn: NoAutoReturnMark = '&auto_return=0';

/** A payment order that the page is opening. Its requests to the gateway already run while the rest of the page still loads. */
export interface OrderOpening {
  /** Whether the browser tab has stored the session, so that the page's address no longer needs to contain it. */
  readonly remembered: boolean;
  /** Whether the consumer has just come back from the processor's page and waits for the result. */
  readonly returned: boolean;
  /**
   * Whether the cashier sends the consumer back to the shop after the payment. If it is in a frame, the page around the frame
   * may do that instead.
   */
  readonly returnsByItself: boolean;
  readonly checkout: Promise<Checkout>;
  /**
   * The methods that the consumer can choose. Null if none can be chosen, because the order is paid, being paid or has ended.
   */
  readonly methods: Promise<readonly PaymentMethod[] | null>;
}

/** Requests the payment order whose session the page's address contains. Returns null if the address contains no session. */
export function openOrder(address: string): OrderOpening | null {
  const session = openSession(address);
  if (!session.found) return null;
  const checkout = createCheckout(session);
  const methods = checkout.then((opened) =>
    opened.snapshot.phase === 'open' || opened.snapshot.phase === 'failed' ? opened.paymentMethods() : null,
  );
  // Other code awaits this promise later and handles its error. If the promise is rejected before that, this empty handler
  // prevents the browser from reporting an unhandled rejection.
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
