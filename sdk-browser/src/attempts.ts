import type { InitCheckoutResult } from '@kassa/contracts';
import type { CheckoutApi } from './checkout-api.ts';
import type { ServiceError } from './checkout-errors.ts';

/** How long a call waits for the previous call to end. */
const patienceMs = 3_000;

/**
 * The payment attempts that this page has opened at the gateway. Opening an attempt for one payment method abandons the attempt
 * of another, and an order can have only ten attempts. So this class remembers how each method is shown, and opens an attempt
 * only when one is needed: before a submit, or for a form that works only for one attempt.
 */
export class Attempts {
  readonly #api: CheckoutApi;
  readonly #known = new Map<string, InitCheckoutResult>();
  #openMethod: string | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(api: CheckoutApi) {
    this.#api = api;
  }

  /** Returns how to show a payment method. If the method's form works only for one attempt, opens that attempt now. */
  async describe(methodCode: string): Promise<InitCheckoutResult> {
    const known = this.#known.get(methodCode);
    return known && !isBoundToAttempt(known) ? known : this.open(methodCode);
  }

  /**
   * Opens an attempt for this payment method, so that it can be submitted. Calls run one after another, and each new attempt
   * replaces the one before. A call that hangs delays the next one only for a short time. The gateway may then receive the two
   * calls in reverse order. In that case, it refuses the older attempt when that attempt is submitted.
   */
  open(methodCode: string): Promise<InitCheckoutResult> {
    const patience = new Promise((end) => setTimeout(end, patienceMs));
    const opened = Promise.race([this.#queue, patience]).then(async () => {
      if (this.#openMethod !== methodCode) {
        this.#openMethod = null;
        this.#known.set(methodCode, await this.#api.init(methodCode));
        this.#openMethod = methodCode;
      }
      return this.#known.get(methodCode) as InitCheckoutResult;
    });
    // If the gateway refused to open the attempt, for example with TOO_MANY_ATTEMPTS, forget its earlier answers. They may be
    // outdated.
    this.#queue = opened.catch(({ code }: Partial<ServiceError>) => code && this.#known.clear());
    return opened;
  }

  /**
   * Records that the open attempt cannot be submitted any more: it was submitted, may have been submitted, or was replaced by
   * an attempt from another tab. The next call to `open` then asks the gateway for an attempt again.
   */
  spent(): void {
    this.#openMethod = null;
  }
}

/**
 * Whether the method's form works only for one attempt. A processor's form does; a card form or a button works for any attempt.
 */
function isBoundToAttempt({ extension }: InitCheckoutResult): boolean {
  return /ELEMENT|COMPONENT/.test(extension.paymentRenderType);
}
