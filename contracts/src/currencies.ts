import currencyCodes from 'currency-codes';

/**
 * Entries of ISO 4217 that nobody can be charged in: precious metals, test and "no currency" codes. The
 * list marks them with a pseudo country whose name starts with `Zz`.
 */
const isChargeable = (countries: readonly string[]): boolean =>
  countries.some((country) => !/^zz/i.test(country));

const exponents: ReadonlyMap<string, number> = new Map(
  currencyCodes.data
    .filter((currency) => isChargeable(currency.countries))
    .map((currency) => [currency.code, currency.digits]),
);

/** Every currency that can be charged, as ISO 4217 codes. */
export const currencyList: readonly string[] = [...exponents.keys()];

/**
 * How many decimals a currency has (ISO 4217: JPY 0, USD 2, KWD 3), or undefined for a code that is not
 * a chargeable currency.
 */
export function currencyExponent(currencyCode: string): number | undefined {
  return exponents.get(currencyCode);
}
