import { callAdyen } from './adyen-calls.ts';
import type { AdyenAccount } from './adyen-openings.ts';

/** How long the gateway uses Adyen's last answer about the account's payment methods before it asks again. */
const FRESH_FOR_MS = 10 * 60_000;
/** How long the gateway waits before it asks again after Adyen has not answered. */
const ASK_AGAIN_AFTER_MS = 60_000;

/**
 * The payment methods that an account has at Adyen, by Adyen's types (`POST /paymentMethods`). They change when somebody adds or
 * removes a method in the Customer Area. Offering methods must not wait for Adyen, so this class answers from memory and asks
 * Adyen in the background.
 */
export class AccountMethods {
  readonly #account: Pick<AdyenAccount, 'apis' | 'merchantAccount'>;
  #known: ReadonlySet<string> | null = null;
  #cardBrands: readonly string[] = [];
  #askAt = 0;

  constructor(account: Pick<AdyenAccount, 'apis' | 'merchantAccount'>) {
    this.#account = account;
  }

  /** The account's methods according to Adyen's last answer; null until Adyen has answered for the first time. */
  get known(): ReadonlySet<string> | null {
    return this.#known;
  }

  /** The card brands that the account accepts, by Adyen's names. Empty until Adyen has named them. */
  get cardBrands(): readonly string[] {
    return this.#cardBrands;
  }

  /** Asks Adyen in the background if the last answer may be out of date. */
  keepFresh(): void {
    if (Date.now() < this.#askAt) return;
    this.#askAt = Date.now() + ASK_AGAIN_AFTER_MS;
    void this.refresh();
  }

  /** Asks Adyen for the account's methods. If Adyen does not answer, the last known methods stay. */
  async refresh(): Promise<void> {
    const { apis, merchantAccount } = this.#account;
    const outcome = await callAdyen(() =>
      apis().payments.paymentMethods({ merchantAccount, channel: 'Web' as never }),
    );
    if (outcome.kind !== 'ok') return;
    const { paymentMethods = [] } = outcome.answer;
    this.#known = new Set(paymentMethods.map(({ type }) => type ?? ''));
    this.#cardBrands = paymentMethods.find(({ type }) => type === 'scheme')?.brands ?? [];
    this.#askAt = Date.now() + FRESH_FOR_MS;
  }
}
