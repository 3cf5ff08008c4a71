import { currencyExponent, type Money } from '@kassa/contracts';
import { parse } from 'csv-parse/sync';
import { orderIdOf } from '../../../../domain/order/order-identifiers.ts';
import type { DisputeLine, MoneyLine, NamedLine } from '../../../../domain/reconciliation/statement-line.ts';
import { isWithin, type TimeSpan } from '../../../../domain/time-span.ts';
import type { ChannelStatement } from '../../../../ports/payment-channel.ts';
import { downloadReport, type ReportAccess } from './adyen-reports.ts';

/**
 * The report's columns that the gateway reads ("Payment accounting report", standard columns). Some reports use another name
 * for a column, so all its names are listed.
 */
const columns = {
  account: ['Merchant Account'],
  payment: ['Psp Reference'],
  reference: ['Merchant Reference'],
  at: ['Booking Date', 'Creation Date'],
  timeZone: ['TimeZone'],
  currency: ['Main Currency'],
  amount: ['Main Amount'],
  type: ['Record Type'],
  modification: ['Modification Psp Reference', 'Modification Reference'],
  modificationReference: ['Modification Merchant Reference'],
} as const;
type Column = keyof typeof columns;
type Row = Readonly<Record<Column, string>>;

type Effect = Pick<MoneyLine, 'subject' | 'state'> | Pick<DisputeLine, 'subject' | 'state'> | null;

/**
 * The state that each record type of Adyen's report stands for ("Payment lifecycle", "Dispute flow"). A payment, refund or
 * dispute gets several records over time; the latest one shows its present state.
 */
export const recordTypes: Readonly<Record<string, Effect>> = {
  Received: { subject: 'payment', state: 'pending' },
  Authorised: { subject: 'payment', state: 'succeeded' },
  AuthorisedPending: { subject: 'payment', state: 'pending' },
  Refused: { subject: 'payment', state: 'failed' },
  Error: { subject: 'payment', state: 'failed' },
  Cancelled: { subject: 'payment', state: 'cancelled' },
  Expired: { subject: 'payment', state: 'cancelled' },
  CaptureFailed: { subject: 'payment', state: 'failed' },
  SentForSettle: { subject: 'payment', state: 'succeeded' },
  SentForSettleExternally: { subject: 'payment', state: 'succeeded' },
  SettleScheduled: { subject: 'payment', state: 'succeeded' },
  Settled: { subject: 'payment', state: 'succeeded' },
  SettledExternally: { subject: 'payment', state: 'succeeded' },
  SettledReversed: { subject: 'payment', state: 'failed' },
  RefundScheduled: { subject: 'refund', state: 'pending' },
  RefundAuthorised: { subject: 'refund', state: 'pending' },
  SentForRefund: { subject: 'refund', state: 'pending' },
  SentForRefundExternally: { subject: 'refund', state: 'pending' },
  Refunded: { subject: 'refund', state: 'succeeded' },
  RefundedExternally: { subject: 'refund', state: 'succeeded' },
  RefundFailed: { subject: 'refund', state: 'failed' },
  RefundNotCleared: { subject: 'refund', state: 'failed' },
  RefundedReversed: { subject: 'refund', state: 'failed' },
  Chargeback: { subject: 'dispute', state: 'opened' },
  ChargebackExternally: { subject: 'dispute', state: 'opened' },
  // The bank has returned the disputed money, so the gateway treats the dispute as won. The report does not say whether the
  // bank can still take the money a second time.
  ChargebackReversed: { subject: 'dispute', state: 'won' },
  ChargebackReversedExternally: { subject: 'dispute', state: 'won' },
  SecondChargeback: { subject: 'dispute', state: 'lost' },
  SecondChargebackExternally: { subject: 'dispute', state: 'lost' },
  // Records that announce a dispute or ask for information about one. They move no money, so they are ignored.
  RequestForInformation: null,
  NotificationOfFraud: null,
  NotificationOfChargeback: null,
  InformationSupplied: null,
  // Fees are not part of the comparison.
  Retried: null,
  Fee: null,
};

/**
 * The time zones in Adyen's reports, in hours ahead of UTC. An abbreviation that stands for several time zones is not listed.
 */
const zones: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  BRT: -3,
  EST: -5,
  EDT: -4,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  SGT: 8,
  HKT: 8,
  JST: 9,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
};
/** The largest difference between UTC and any time zone. */
const FURTHEST_MS = 14 * 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Reads the account's statement for a span of time from Adyen's daily reports. The report of the latest day is downloaded
 * first. If Adyen has not written it yet, no statement is possible, and the other reports need not be downloaded.
 *
 * Only the needed lines of a report stay in memory. A report's full rows take several times as much.
 */
export async function readStatement(span: TimeSpan, access: ReportAccess): Promise<ChannelStatement> {
  const lines = new Map<string, NamedLine>();
  const foreign = new Set<string>();
  for (const day of daysAround(span).toReversed()) {
    const read = await readDay(day, span, access);
    if (typeof read === 'string') return { kind: 'unavailable', detail: read };
    for (const [key, line] of read.lines) {
      const later = lines.get(key);
      if (later === undefined || later.at < line.at) lines.set(key, line);
    }
    for (const channelReference of read.foreign) foreign.add(channelReference);
  }
  return {
    kind: 'statement',
    lines: [
      ...lines.values(),
      ...Array.from(foreign, (channelReference) => ({ reference: null, channelReference })),
    ],
  };
}

/** Reads one day's report. Returns its lines within the span of time, or a text that says why the report cannot be used. */
async function readDay(day: string, span: TimeSpan, access: ReportAccess): Promise<ReportLines | string> {
  const download = await downloadReport(access, day);
  switch (download.kind) {
    case 'refused':
      return download.detail;
    case 'missing':
      return `Adyen has no payment accounting report of ${day} (yet)`;
    case 'report': {
      const rows = readReport(download.csv, day);
      if (typeof rows === 'string') return rows;
      return linesOf(
        rows.filter(({ account }) => account === access.merchantAccount),
        span,
      );
    }
  }
}

/**
 * Returns the days whose reports may contain records of the time span. A report's day is a day in the account's time zone,
 * which is not known before a report is read. So each day is included that overlaps the time span in at least one time zone.
 */
function daysAround({ from, before }: TimeSpan): readonly string[] {
  const days: string[] = [];
  const last = before.getTime() - 1 + FURTHEST_MS;
  for (let at = Math.floor((from.getTime() - FURTHEST_MS) / DAY_MS) * DAY_MS; at <= last; at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

/** Parses the report's CSV text. Returns its rows, or a text that says what is wrong with the file. */
function readReport(csv: string, day: string): readonly Row[] | string {
  let records: Record<string, string>[];
  try {
    records = parse(csv, { bom: true, columns: true, skip_empty_lines: true, trim: true });
  } catch {
    return `the report of ${day} cannot be read`;
  }
  const [first] = records;
  if (first === undefined) return [];
  const names = {} as Record<Column, string>;
  for (const [column, candidates] of Object.entries(columns) as [Column, readonly string[]][]) {
    const name = candidates.find((candidate) => Object.hasOwn(first, candidate));
    if (name === undefined) return `the report of ${day} has no column ${candidates.join(' or ')}`;
    names[column] = name;
  }
  return records.map(
    (record) =>
      Object.fromEntries(Object.entries(names).map(([column, name]) => [column, record[name] ?? ''])) as Row,
  );
}

interface ReportLines {
  /**
   * The statement's lines, one for each payment, refund or dispute. If the report has several records about one of them, the
   * line comes from the latest record.
   */
  readonly lines: ReadonlyMap<string, NamedLine>;
  readonly foreign: ReadonlySet<string>;
}

function linesOf(rows: readonly Row[], span: TimeSpan): ReportLines | string {
  const lines = new Map<string, NamedLine>();
  const foreign = new Set<string>();
  for (const row of rows) {
    const at = momentOf(row);
    if (at === undefined) return `Adyen's report has the time ${row.at} ${row.timeZone}`;
    const effect = Object.hasOwn(recordTypes, row.type) ? recordTypes[row.type] : undefined;
    if (effect === null || !isWithin(at, span)) continue;
    const { reference, channelReference } = namesIn(row, effect);
    if (orderIdOf(reference) === undefined) {
      foreign.add(channelReference);
      continue;
    }
    if (effect === undefined) {
      return `Adyen's report has the record type ${row.type}, which is not known here`;
    }
    const amount = amountOf(row);
    if (amount === undefined) return `Adyen's report has the amount ${row.amount} ${row.currency}`;
    const key = `${effect.subject} ${channelReference}`;
    const before = lines.get(key);
    if (before !== undefined && before.at > at) continue;
    lines.set(key, { ...effect, reference, channelReference, amount, at });
  }
  return { lines, foreign };
}

/**
 * Returns the gateway's reference and Adyen's reference for a row of the report. For a refund that the gateway requested, the
 * gateway's reference is the refund's ID. For any other refund, and for a dispute, it is the reference of the payment.
 */
function namesIn(
  row: Row,
  effect: Effect | undefined,
): Pick<Row, 'reference'> & { channelReference: string } {
  const { reference, payment, modification, modificationReference } = row;
  switch (effect?.subject) {
    case 'refund': {
      const isOwn = orderIdOf(modificationReference) !== undefined;
      return { reference: isOwn ? modificationReference : reference, channelReference: modification };
    }
    case 'dispute':
      return { reference, channelReference: modification || payment };
    case 'payment':
    case undefined:
      return { reference, channelReference: payment };
  }
}

function momentOf({ at, timeZone }: Row): Date | undefined {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/.exec(at) ?? [];
  const hours = Object.hasOwn(zones, timeZone) ? zones[timeZone] : undefined;
  if (date === undefined || hours === undefined) return undefined;
  const utc = new Date(`${date}T${time}Z`);
  return Number.isNaN(utc.getTime()) ? undefined : new Date(utc.getTime() - hours * 3_600_000);
}

/**
 * Reads a row's amount. The report writes amounts in major units with a decimal point, and may write refunds as
 * negative amounts.
 */
function amountOf({ amount, currency }: Row): Money | undefined {
  const exponent = currencyExponent(currency);
  const [, whole, fraction = ''] = /^-?(\d{1,15})(?:\.(\d{1,4}))?$/.exec(amount) ?? [];
  if (exponent === undefined || whole === undefined) return undefined;
  const beyond = fraction.slice(exponent);
  if (/[1-9]/.test(beyond)) return undefined;
  const amountMinor = Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0'));
  return Number.isSafeInteger(amountMinor) ? { amountMinor, currency } : undefined;
}
