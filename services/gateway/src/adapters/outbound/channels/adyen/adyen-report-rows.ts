import { currencyExponent, type Money } from '@kassa/contracts';
import { parse } from 'csv-parse/sync';
import type { ChannelFee } from '../../../../domain/settlement/channel-fee.ts';

/**
 * The columns of Adyen's "Payment accounting report" that the gateway reads. All but the optional ones are standard columns. Some
 * reports use another name for a column, so all its possible names are listed.
 *
 * Of the standard columns, the gateway does not read the company account, the method and its variant, and the user's name: they say
 * nothing about money. All columns with fees are read. Of the columns that an account can add, two name parts of the amount
 * (gratuity and surcharge), and the others name no money.
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
  /** Whether the report has the column that names refunds and disputes by Adyen's reference. An account has to add this column. */
  readonly namesModifications: boolean;
}

/** Parses the report's CSV text. Returns its rows, or a text that says what is wrong with the file. */
export function readRows(csv: string, day: string): ReadReport | string {
  let records: Record<string, string>[];
  try {
    records = parse(csv, { bom: true, columns: true, skip_empty_lines: true, trim: true });
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
 * Returns a row's gross amount in the currency of the payment. If the row does not contain the amount, returns a string that
 * says what is missing or wrong.
 *
 * The column `Main Amount` is not used: once a payment is settled, it contains what Adyen pays out, after its fees and in the
 * settlement currency. The gross amount is in one of three registers (received, authorised, captured). Each step of a payment
 * moves the amount from one register to the next. Disputes change no register. The amount of a dispute is what Adyen withdrew,
 * without the fees, if the two currencies are the same.
 */
export function amountOf(row: Row): Money | string {
  const { paymentCurrency: currency } = row;
  for (const register of [row.captured, row.authorised, row.received]) {
    const amount = minorOf(register, currency);
    if (amount === undefined) return `the amount ${register} ${currency}`;
    if (amount !== 0) return { amountMinor: Math.abs(amount), currency };
  }
  const gross = row.settlementCurrency === currency ? grossOfPayable(row) : null;
  const amount = gross ?? minorOf(row.originalAmount, currency);
  if (amount === undefined) return `the amount ${row.originalAmount} ${currency}`;
  if (amount !== 0) return { amountMinor: Math.abs(amount), currency };
  return `no amount in ${currency} for ${row.type} (add the column Original Amount to the report)`;
}

/**
 * Returns what the row added to the merchant's balance or took from it, before fees. Null if the row did not change the
 * balance.
 */
function grossOfPayable(row: Row): number | null {
  const payable = minorOf(row.payable, row.settlementCurrency);
  const fee = feeOf(row);
  return !payable || fee === undefined ? null : payable + fee.amountMinor;
}

/**
 * Returns the fee that Adyen took for a row, and what the row added to the balance. Undefined if the row has no such amount. A record
 * that only announces a settlement (`SentForSettle`) can have the amounts of the settlement too, so ask only about records that
 * move the balance.
 */
export function settledBy(row: Row): ChannelFee | undefined {
  const { settlementCurrency: currency } = row;
  const payable = minorOf(row.payable, currency);
  const fee = feeOf(row);
  return payable && fee ? { fee, net: { amountMinor: payable, currency } } : undefined;
}

/** Returns the fees that Adyen took for a row, in the settlement currency. Undefined if the report does not show them. */
function feeOf({ commission, markup, schemeFees, interchange, settlementCurrency }: Row): Money | undefined {
  let amountMinor = 0;
  for (const fee of [commission, markup, schemeFees, interchange]) {
    const part = minorOf(fee, settlementCurrency);
    if (part === undefined) return undefined;
    amountMinor += part;
  }
  return { amountMinor, currency: settlementCurrency };
}

/**
 * Returns the fee that Adyen took for processing a request, in the fee's own currency; null if it took none. Adyen takes this fee
 * when it receives a payment, or authorises it, and when it sends a refund ("Which fees are shown on my invoice?"), and deducts it
 * from the payout, apart from the amounts of the record's other columns. Returns a text that says what is wrong with the cell.
 */
export function processingFeeOf({
  processingFee: text,
  processingCurrency: currency,
}: Row): Money | null | string {
  // A settled record can have a zero without a currency.
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
 * Converts a number of the report, which is in major units with a decimal point. An empty string is zero. Undefined if the
 * string is not a number, or has more decimals than the currency.
 */
function minorOf(text: string, currency: string): number | undefined {
  if (text === '') return 0;
  const exponent = currencyExponent(currency);
  const [, sign, whole, fraction = ''] = /^(-?)(\d{0,15})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (exponent === undefined || whole === undefined || whole + fraction === '') return undefined;
  if (/[1-9]/.test(fraction.slice(exponent))) return undefined;
  const minor = Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0'));
  if (!Number.isSafeInteger(minor)) return undefined;
  return sign === '-' ? -minor : minor;
}
