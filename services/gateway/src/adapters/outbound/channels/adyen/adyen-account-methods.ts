import { type CallOutcome, callAdyen } from './adyen-calls.ts';
import type { ElsewhereMethod } from './adyen-methods.ts';
import type { AdyenAccount } from './adyen-openings.ts';

/** How long the gateway uses Adyen's last answer about the account's payment methods before it asks again. */
const FRESH_FOR_MS = 10 * 60_000;
/** If Adyen did not answer, the gateway waits this long before it asks again. */
const ASK_AGAIN_AFTER_MS = 60_000;
/**
 * The amount of a usual payment, in minor units of a currency with two decimals. Methods can have a minimum and a maximum
 * amount, so the methods that Adyen names depend on the amount.
 */
const USUAL_AMOUNT = 2_000;

/** What a call tells Adyen about a payment, so that Adyen names the methods for this payment. */
interface Filter {
  readonly countryCode: string;
  readonly amount: { readonly currency: string; readonly value: number };
}

/**
 * The payment methods that an account has at Adyen, by Adyen's types (`POST /paymentMethods`). They change when somebody adds
 * or removes a method in the Customer Area. Offering methods must not wait for Adyen, so this class answers from memory and
 * asks Adyen in the background.
 *
 * Adyen's API description says that the country and the amount filter the methods. But according to the pages of several
 * methods, such as "TWINT for API only", Adyen names the method only if the call has the method's country and currency. So the
 * class first asks without a country and a currency. For each method that Adyen has not named, it then asks with the method's
 * country and currency.
 */
export class AccountMethods {
  readonly #account: Pick<AdyenAccount, 'apis' | 'merchantAccount' | 'countryCode'>;
  readonly #wanted: readonly ElsewhereMethod[];
  #known: ReadonlySet<string> | null = null;
  #cardBrands: readonly string[] = [];
  #askAt = 0;

  /** @param wanted the methods other than the card that the channel may offer */
  constructor(
    account: Pick<AdyenAccount, 'apis' | 'merchantAccount' | 'countryCode'>,
    wanted: readonly ElsewhereMethod[],
  ) {
    this.#account = account;
    this.#wanted = wanted;
  }

  /** The account's methods according to Adyen's last answers; null until Adyen has answered for the first time. */
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

  /**
   * Asks Adyen for the account's methods. If Adyen does not answer, the last known methods stay.
   *
   * @returns how the first call ended
   */
  async refresh(): Promise<CallOutcome<unknown>> {
    const outcome = await this.#ask();
    if (outcome.kind !== 'ok') return outcome;
    const { paymentMethods = [] } = outcome.answer;
    const named = new Set(paymentMethods.map(({ type }) => type ?? ''));
    const missing = this.#wanted.filter(({ type }) => !named.has(type));
    await Promise.all(
      Array.from(this.#filtersOf(missing), async ([filter, types]) => {
        const filtered = await this.#ask(filter);
        const found =
          filtered.kind === 'ok'
            ? (filtered.answer.paymentMethods ?? []).map(({ type }) => type ?? '')
            : types.filter((type) => this.#known?.has(type));
        for (const type of found) named.add(type);
      }),
    );
    this.#known = named;
    this.#cardBrands = paymentMethods.find(({ type }) => type === 'scheme')?.brands ?? [];
    this.#askAt = Date.now() + FRESH_FOR_MS;
    return outcome;
  }

  #ask(filter?: Filter) {
    const { apis, merchantAccount } = this.#account;
    return callAdyen(() =>
      apis().payments.paymentMethods({ merchantAccount, channel: 'Web' as never, ...filter }),
    );
  }

  /**
   * Returns the filters with which to ask Adyen about methods, one for each call, and the types of the methods that each call
   * is about.
   */
  #filtersOf(methods: readonly ElsewhereMethod[]): ReadonlyMap<Filter, readonly string[]> {
    const { countryCode: ofAccount } = this.#account;
    const places = methods.flatMap(({ type, countries }) =>
      Object.entries(countries ?? {}).map(([currency, countryCode]) => {
        return { type, currency, countryCode: countryCode ?? ofAccount };
      }),
    );
    const byPlace = Map.groupBy(places, ({ currency, countryCode }) => `${currency} ${countryCode}`);
    return new Map(
      Array.from(byPlace.values(), (together) => {
        const [{ currency, countryCode } = { currency: '', countryCode: '' }] = together;
        const filter = { countryCode, amount: { currency, value: USUAL_AMOUNT } };
        return [filter, together.map(({ type }) => type)];
      }),
    );
  }
}
