import type { InitCheckoutResult } from '@kassa/contracts';
import type { CheckoutApi } from './checkout-api.ts';

/**
 * The attempts that this page has opened at the gateway. Opening an attempt for one method abandons the attempt of another
 * method, and an order can have only ten attempts. So when the consumer only switches methods, this class uses what it
 * remembers of each method, and opens a new attempt only before a submit.
 */
export class Attempts {
  readonly #api: CheckoutApi;
  readonly #known = new Map<string, InitCheckoutResult>();
  #openMethod: string | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(api: CheckoutApi) {
    this.#api = api;
  }

  /** How the method is rendered. If the method's form belongs to one attempt, this opens that attempt. */
  async describe(methodCode: string): Promise<InitCheckoutResult> {
    const known = this.#known.get(methodCode);
    return known && !isBoundToAttempt(known) ? known : this.open(methodCode);
  }

  /**
   * Opens an attempt of this method, ready to be submitted. Calls run one after another, and only the attempt of the last call
   * stays open.
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

  /**
   * Records that the open attempt cannot be used any more, because it was (or may have been) submitted or another tab abandoned
   * it. The next `open` asks the gateway.
   */
  spent(): void {
    this.#openMethod = null;
  }
}

/**
 * Whether the method's form works only for one attempt. A processor's form does; a card form or a button works for any attempt.
 */
function isBoundToAttempt({ extension }: InitCheckoutResult): boolean {
  return !/^(OWN_FORM|REDIRECT)$/.test(extension.paymentRenderType);
}
