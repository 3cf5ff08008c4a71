import type { InitCheckoutResult } from '@kassa/contracts';
import type { CheckoutApi } from './checkout-api.ts';

/**
 * The attempts this page has initialised. An init for one method abandons the attempt of another
 * (decisions, section 7), and an order has ten at most: looking at a method again must not cost one, so
 * how it renders is remembered, and init is called again only when its attempt is to be submitted.
 */
export class Attempts {
  readonly #api: CheckoutApi;
  readonly #known = new Map<string, InitCheckoutResult>();
  #openMethod: string | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(api: CheckoutApi) {
    this.#api = api;
  }

  /** How the method renders. Where its form belongs to one attempt, that attempt is the open one. */
  async describe(methodCode: string): Promise<InitCheckoutResult> {
    const known = this.#known.get(methodCode);
    return known && !isBoundToAttempt(known) ? known : this.open(methodCode);
  }

  /** An attempt of this method that can be submitted. Calls take turns: the last one is the open one. */
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

  /** The open attempt was submitted, or may have been, or left by another tab: the service is to be asked. */
  spent(): void {
    this.#openMethod = null;
  }
}

/** The processor's form belongs to one attempt; a card form or a button serves any. */
function isBoundToAttempt({ extension }: InitCheckoutResult): boolean {
  return !/^(OWN_FORM|REDIRECT)$/.test(extension.paymentRenderType);
}
