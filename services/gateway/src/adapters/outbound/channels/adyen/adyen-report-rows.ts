import { currencyExponent, type Money } from '@kassa/contracts';
import { parse } from 'csv-parse/sync';
import type { ChannelFee } from '../../../../domain/settlement/channel-fee.ts';
import { partsOfUnit } from './adyen-amounts.ts';

/**
 * The columns of Adyen's "Payment accounting report" that the gateway reads. All but the optional ones are standard columns.
 * Some reports use another name for a column, so all its possible names are listed.
 *
 * Of the standard columns, the gateway does not read the company account, the method and its variant, and the user's name: they
 * say nothing about money. All columns with fees are read. Of the columns that an account can add, two contain parts of the
 * amount (gratuity and surcharge), and the others contain no amounts.
 */
const columns = {
  account: ['Merchant Account'],
  payment: ['Psp Reference'],
  reference: ['Merchant Reference'],
  at: ['Booking Date', 'Creation Date'],
  timeZone: ['TimeZone'],
  type: ['Record Type'],
  modification: ['Modification Psp Reference', 'Modification Reference'],
  modificationReference: ['Modification Merchant Reference'],
  mainCurrency: ['Main Currency'],
  mainAmount: ['Main Amount'],
  paymentCurrency: ['Payment Currency'],
  received: ['Received (PC)'],
  authorised: ['Authorised (PC)'],
  captured: ['Captured (PC)'],
  settlementCurrency: ['Settlement Currency'],
  payable: ['Payable (SC)'],
  commission: ['Commission (SC)'],
  markup: ['Markup (SC)'],
  schemeFees: ['Scheme Fees (SC)'],
  interchange: ['Interchange (SC)'],
  processingCurrency: ['Processing Fee Currency'],
  processingFee: ['Processing Fee (FC)'],
  originalAmount: ['Original Amount'],
} as const;
type Column = keyof typeof columns;
const optionalColumns: ReadonlySet<Column> = new Set(['modification', 'originalAmount']);

/** A row's cells. The cell of an optional column that the report does not have is empty. */
export type Row = Readonly<Record<Column, string>>;

export interface ReadReport {
  readonly rows: readonly Row[];
  /**
   * Whether the report has the column that names refunds and disputes by Adyen's reference. An account has to add this column.
   */
  readonly namesModifications: boolean;
}

/** Parses the report's CSV text. Returns its rows, or a text that says what is wrong with the file. */
export function readRows(csv: string, day: string): ReadReport | string {
  let records: Record<string, string>[];
  try {
    records = parse(csv, { bom: true, columns: firstOfEachName, skip_empty_lines: true, trim: true });
  } catch {
    return `the report of ${day} cannot be read`;
  }
  const [first] = records;
  if (first === undefined) return { rows: [], namesModifications: true };
  const names = {} as Record<Column, string>;
  for (const [column, candidates] of Object.entries(columns) as [Column, readonly string[]][]) {
    const name = candidates.find((candidate) => Object.hasOwn(first, candidate));
    if (name === undefined && !optionalColumns.has(column)) {
      return `the report of ${day} has no column ${candidates.join(' or ')}`;
    }
    names[column] = name ?? candidates[0] ?? '';
  }
  const rows = records.map(
    (record) =>
      Object.fromEntries(Object.entries(names).map(([column, name]) => [column, record[name] ?? ''])) as Row,
  );
  return { rows, namesModifications: Object.hasOwn(first, names.modification) };
}

/**
 * Returns the names of the columns to read. In a recorded report, the column `Settlement Currency` occurs twice: once beside the
 * amounts, and once at the end, beside the number of the payout's batch. The amounts are in the first of the two currencies.
 */
function firstOfEachName(names: readonly string[]): (string | false)[] {
  return names.map((name, index) => names.indexOf(name) === index && name);
}

/**
 * Returns a row's gross amount in the currency of the payment. If the row does not contain the amount, returns a string that
 * says what is missing or wrong.
 *
 * The column `Main Amount` is not used: once a payment is settled, it contains what Adyen pays out, after its fees and in the
 * settlement currency. The gross amount is in one of three registers (received, authorised, captured). Each step of a payment
 * moves the amount from one register to the next. Disputes do not change any register. If the currencies of the payment and of
 * the settlement are the same, the amount of a dispute is the amount that Adyen withdrew, without the fees.
 */
export function amountOf(row: Row, subject: 'payment' | 'refund' | 'dispute'): Money | string {
  const { paymentCurrency: currency } = row;
  for (const register of [row.captured, row.authorised, row.received]) {
    const parts = partsOf(register, currency);
    if (parts !== 0) return wholeAmount(parts, currency, subject) ?? `the amount ${register} ${currency}`;
  }
  const gross = row.settlementCurrency === currency ? grossOfPayable(row) : null;
  const parts = gross ?? partsOf(row.originalAmount, currency);
  if (parts === 0)
    return `no amount in ${currency} for ${row.type} (add the column Original Amount to the report)`;
  return wholeAmount(parts, currency, subject) ?? `the amount ${row.originalAmount} ${currency}`;
}

/**
 * Returns an amount without its sign. Undefined if it is not a whole number of ISO 4217 minor units, because amounts are never
 * rounded. A part of a unit that is in dispute counts as a whole one (`fromDisputedAmount`).
 */
function wholeAmount(
  parts: number | undefined,
  currency: string,
  subject: 'payment' | 'refund' | 'dispute',
): Money | undefined {
  if (parts === undefined) return undefined;
  const exact = Math.abs(parts) / partsOfUnit(currency);
  const amountMinor = subject === 'dispute' ? Math.ceil(exact) : exact;
  return Number.isSafeInteger(amountMinor) ? { amountMinor, currency } : undefined;
}

/**
 * Returns what the row added to the merchant's balance or took from it, before fees, in parts of the settlement currency's minor
 * unit. Null if the row did not change the balance.
 */
function grossOfPayable(row: Row): number | null {
  const payable = partsOf(row.payable, row.settlementCurrency);
  const fees = feesOf(row);
  return !payable || fees === undefined ? null : payable + fees;
}

/**
 * Returns the fee that Adyen took for a row, and what the row added to the balance. Undefined if the row has no such amount. A
 * record that only announces a settlement (`SentForSettle`) can also contain the amounts of the settlement, so call this only
 * for records that move the balance.
 *
 * Adyen takes parts of a Chilean peso or an Icelandic króna as fees. They are rounded, so that the fee and the net amount still
 * add up to the gross amount.
 */
export function settledBy(row: Row): ChannelFee | undefined {
  const { settlementCurrency: currency } = row;
  const gross = grossOfPayable(row);
  const fees = feesOf(row);
  if (gross === null || fees === undefined) return undefined;
  const [grossMinor, feeMinor] = [rounded(gross, currency), rounded(fees, currency)];
  return {
    fee: { amountMinor: feeMinor, currency },
    net: { amountMinor: grossMinor - feeMinor, currency },
  };
}

/** Rounds to minor units of ISO 4217, halves away from zero. */
function rounded(parts: number, currency: string): number {
  return Math.sign(parts) * Math.round(Math.abs(parts) / partsOfUnit(currency));
}

/**
 * Returns the fees that Adyen took for a row, in parts of the settlement currency's minor unit. Undefined if the report does
 * not show them.
 */
function feesOf({
  commission,
  markup,
  schemeFees,
  interchange,
  settlementCurrency,
}: Row): number | undefined {
  let parts = 0;
  for (const fee of [commission, markup, schemeFees, interchange]) {
    const part = partsOf(fee, settlementCurrency);
    if (part === undefined) return undefined;
    parts += part;
  }
  return parts;
}

/**
 * Returns the fee that Adyen took for processing a request, in the fee's own currency; null if it took none. Adyen takes this
 * fee when it receives or authorises a payment, and when it sends a refund ("Which fees are shown on my invoice?"). Adyen
 * deducts the fee from the payout, so the amounts in the record's other columns do not contain it. Returns a text that says
 * what is wrong with the cell.
 */
export function processingFeeOf({
  processingFee: text,
  processingCurrency: currency,
}: Row): Money | null | string {
  // A settled record can contain a zero without a currency.
  if (/^-?[0.]*$/.test(text)) return null;
  const exponent = currencyExponent(currency);
  if (exponent === undefined || !/^-?\d{0,9}(\.\d{1,9})?$/.test(text)) {
    return `the processing fee ${text} ${currency}`;
  }
  // A fee of a single request can be a fraction of a cent.
  const amountMinor = Math.round(Number(`${text}e${exponent}`));
  return amountMinor === 0 ? null : { amountMinor, currency };
}

/**
 * Converts a number of the report, which is in major units with a decimal point, to parts of the currency's minor unit
 * ({@link partsOfUnit}). An empty string is zero. Undefined if the string is not a number, or has more decimals than Adyen and
 * ISO 4217 use for the currency.
 */
function partsOf(text: string, currency: string): number | undefined {
  if (text === '') return 0;
  const exponent = currencyExponent(currency);
  const [, sign, whole, fraction = ''] = /^(-?)(\d{0,15})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (exponent === undefined || whole === undefined || whole + fraction === '') return undefined;
  const decimals = exponent + Math.log10(partsOfUnit(currency));
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined;
  const parts = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  if (!Number.isSafeInteger(parts)) return undefined;
  return sign === '-' ? -parts : parts;
}
