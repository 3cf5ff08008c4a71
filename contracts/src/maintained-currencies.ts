import currencyCodes from 'currency-codes';

/**
 * Units of account between states and banks: special drawing right, Sucre, ADB unit. ISO 4217 gives them
 * no minor unit ("N.A."), which the list writes as 0; an amount in them would have no certain meaning.
 */
const unitsOfAccount: ReadonlySet<string> = new Set(['XDR', 'XSU', 'XUA']);

/**
 * Whether it is money of a country: not a unit of account, and not one of the precious metals, bond
 * units, test and "no currency" codes, which the list marks with a pseudo country named `Zz…`.
 */
const isMoney = (code: string, countries: readonly string[]): boolean =>
  !unitsOfAccount.has(code) && countries.some((country) => !/^zz/i.test(country));

/** The money of the maintained list of ISO 4217, with its decimals there. */
export const maintainedExponents: ReadonlyMap<string, number> = new Map(
  currencyCodes.data
    .filter((currency) => isMoney(currency.code, currency.countries))
    .map((currency) => [currency.code, currency.digits]),
);
