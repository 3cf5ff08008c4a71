import currencyCodes from 'currency-codes';

/**
 * Units of account between states and banks: special drawing right, Sucre, ADB unit. ISO 4217 gives them no minor unit
 * ("N.A."), which the list writes as 0. Amounts in them would be ambiguous.
 */
const unitsOfAccount: ReadonlySet<string> = new Set(['XDR', 'XSU', 'XUA']);

/**
 * Whether the code is a country's currency: not a unit of account, and not one of the precious metals, bond units, test
 * and "no currency" codes, which the list marks with a pseudo-country named `Zz…`.
 */
const isMoney = (code: string, countries: readonly string[]): boolean =>
  !unitsOfAccount.has(code) && countries.some((country) => !/^zz/i.test(country));

/** The country currencies in the maintained ISO 4217 list, with their decimals. */
export const maintainedExponents: ReadonlyMap<string, number> = new Map(
  currencyCodes.data
    .filter((currency) => isMoney(currency.code, currency.countries))
    .map((currency) => [currency.code, currency.digits]),
);
