import type { InitCheckoutResult } from '@kassa/contracts';
import type { CheckoutApi } from './checkout-api.ts';

/**
 * The attempts that this page has initialised. An init for one method abandons the attempt of another, and an order
 * can have only ten attempts. To avoid wasting attempts when the consumer switches methods, this class remembers how
 * each method renders and calls init again only before a submit.
 */
export class Attempts {
  readonly #api: CheckoutApi;
  readonly #known = new Map<string, InitCheckoutResult>();
  #openMethod: string | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(api: CheckoutApi) {
    this.#api = api;
  }

  /** How the method renders. If its form belongs to one attempt, that attempt is the open one. */
  async describe(methodCode: string): Promise<InitCheckoutResult> {
    const known = this.#known.get(methodCode);
    return known && !isBoundToAttempt(known) ? known : this.open(methodCode);
  }

  /**
   * An attempt of this method that can be submitted. Calls run one after the other; the attempt of the last call is the
   * open one.
   */
  open(methodCode: string): Promise<InitCheckoutResult> {
    const opened = this.#queue.then(async () => {
      const known = this.#known.get(methodCode);
      if (known && this.#openMethod === methodCode) return known;
      this.#openMethod = null;
      const attempt = await this.#api.init(methodCode);
      this.#known.set(methodCode, attempt);
      this.#openMethod = methodCode;
      return attempt;
    });
    this.#queue = opened.catch(() => undefined);
    return opened;
  }

  /** The open attempt was or may have been submitted, or another tab abandoned it; ask the service. */
  spent(): void {
    this.#openMethod = null;
  }
}

/** A processor's form belongs to one attempt; a card form or a button works for any attempt. */
function isBoundToAttempt({ extension }: InitCheckoutResult): boolean {
  return !/^(OWN_FORM|REDIRECT)$/.test(extension.paymentRenderType);
}
