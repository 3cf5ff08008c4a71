import currencyCodes from 'currency-codes';

/**
 * Units of account between states and banks: special drawing right, Sucre, ADB unit. ISO 4217 gives them
 * no minor unit ("N.A."), which the list writes as 0; an amount in them would have no certain meaning.
 */
const unitsOfAccount: ReadonlySet<string> = new Set(['XDR', 'XSU', 'XUA']);

/**
 * Whether a consumer can be charged in it: not in units of account, and not in precious metals, bond
 * units, test and "no currency" codes, which the list marks with a pseudo country named `Zz…`.
 */
const isChargeable = (code: string, countries: readonly string[]): boolean =>
  !unitsOfAccount.has(code) && countries.some((country) => !/^zz/i.test(country));

const exponents: ReadonlyMap<string, number> = new Map(
  currencyCodes.data
    .filter((currency) => isChargeable(currency.code, currency.countries))
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
