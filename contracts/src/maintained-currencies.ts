import currencyCodes from 'currency-codes';

/**
 * ISO 4217 codes that are not money but units of account between states and banks (special drawing right, Sucre, ADB unit). ISO
 * 4217 gives them no number of decimals ("N.A."), but the `currency-codes` package says 0. Orders in them are not accepted,
 * because their amounts would be ambiguous.
 */
const unitsOfAccount: ReadonlySet<string> = new Set(['XDR', 'XSU', 'XUA']);

/**
 * Whether a code of the `currency-codes` package is the currency of a country. The package also lists precious metals, bond
 * units, and codes for testing and "no currency", under pseudo-countries whose names start with `Zz`.
 */
const isMoney = (code: string, countries: readonly string[]): boolean =>
  !unitsOfAccount.has(code) && countries.some((country) => !/^zz/i.test(country));

/** The countries' currencies in the `currency-codes` package (a maintained ISO 4217 list), with their numbers of decimals. */
export const maintainedExponents: ReadonlyMap<string, number> = new Map(
  currencyCodes.data
    .filter((currency) => isMoney(currency.code, currency.countries))
    .map((currency) => [currency.code, currency.digits]),
);
