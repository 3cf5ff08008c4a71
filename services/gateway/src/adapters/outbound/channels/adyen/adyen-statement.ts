import { isRefundId, orderIdOf } from '../../../../domain/order/order-identifiers.ts';
import type {
  DisputeLine,
  MoneyLine,
  NamedLine,
  StatementFee,
  UnreadEntry,
} from '../../../../domain/reconciliation/statement-line.ts';
import { isWithin, type TimeSpan } from '../../../../domain/time-span.ts';
import type { ChannelStatement } from '../../../../ports/payment-channel.ts';
import {
  amountOf,
  processingFeeOf,
  type ReadReport,
  type Row,
  readRows,
  settledBy,
} from './adyen-report-rows.ts';
import { downloadReport, mayBeForbidden, type ReportAccess, type ReportDownload } from './adyen-reports.ts';
import { isTimeZone, ReportClock } from './adyen-time-zones.ts';

type Effect = Pick<MoneyLine, 'subject' | 'state'> | Pick<DisputeLine, 'subject' | 'state'>;

/**
 * The state that each record type of Adyen's report stands for ("Payment lifecycle", "Dispute flow"). A payment, refund or
 * dispute gets several records over time; the latest one shows its present state.
 */
export const recordTypes: Readonly<Record<string, Effect | null>> = {
  Received: { subject: 'payment', state: 'pending' },
  // The money is only reserved. It becomes the merchant's once the payment is sent for settlement. Adyen does not do this by
  // itself for every method and every account.
  Authorised: { subject: 'payment', state: 'pending' },
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
  SettledBulk: { subject: 'payment', state: 'succeeded' },
  SettledExternally: { subject: 'payment', state: 'succeeded' },
  SettledExternallyWithInfo: { subject: 'payment', state: 'succeeded' },
  SettledReversed: { subject: 'payment', state: 'failed' },
  RefundScheduled: { subject: 'refund', state: 'pending' },
  RefundAuthorised: { subject: 'refund', state: 'pending' },
  SentForRefund: { subject: 'refund', state: 'pending' },
  SentForRefundExternally: { subject: 'refund', state: 'pending' },
  Refunded: { subject: 'refund', state: 'succeeded' },
  RefundedBulk: { subject: 'refund', state: 'succeeded' },
  RefundedExternally: { subject: 'refund', state: 'succeeded' },
  RefundedExternallyWithInfo: { subject: 'refund', state: 'succeeded' },
  RefundFailed: { subject: 'refund', state: 'failed' },
  RefundNotCleared: { subject: 'refund', state: 'failed' },
  RefundedReversed: { subject: 'refund', state: 'failed' },
  Chargeback: { subject: 'dispute', state: 'opened' },
  ChargebackExternally: { subject: 'dispute', state: 'opened' },
  ChargebackExternallyWithInfo: { subject: 'dispute', state: 'opened' },
  // The bank has returned the disputed money, so the gateway treats the dispute as won. The report does not say whether the
  // bank can take the money a second time.
  ChargebackReversed: { subject: 'dispute', state: 'won' },
  ChargebackReversedExternally: { subject: 'dispute', state: 'won' },
  ChargebackReversedExternallyWithInfo: { subject: 'dispute', state: 'won' },
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

/** The largest difference between UTC and any time zone. */
const FURTHEST_MS = 14 * 3_600_000;
const DAY_MS = 86_400_000;
/**
 * How long after the end of a day (in the time zone furthest behind) its report may still be missing. Adyen writes reports in
 * the first hours of the next day.
 */
const WRITTEN_WITHIN_MS = 36 * 3_600_000;
/**
 * If a time span has no report at all, the gateway searches this many days before and after it for any report of the account.
 */
const DAYS_TO_LOOK_FOR_A_REPORT = 7;

/**
 * Reads the account's statement for a span of time from Adyen's daily reports. The report of the latest day is downloaded
 * first. If Adyen has not written it yet, no statement is possible, and the other reports need not be downloaded.
 *
 * Adyen writes no report for a day without transactions. So a day without a report counts as complete once its report would
 * have been written, if the user can download another report of this account. That other report shows that Adyen writes reports
 * for the account, and that the user may download them.
 *
 * Only the needed lines of a report stay in memory. A report's full rows take several times as much memory.
 */
export async function readStatement(span: TimeSpan, access: ReportAccess): Promise<ChannelStatement> {
  if (access.timeZone !== null && !isTimeZone(access.timeZone)) {
    return { kind: 'unavailable', detail: `the account’s time zone ${access.timeZone} does not exist` };
  }
  const clock = new ReportClock(access.timeZone);
  const lines = new Map<string, NamedLine>();
  const fees: StatementFee[] = [];
  const unread: UnreadEntry[] = [];
  const foreign = new Set<string>();
  const days = daysOf(span, clock);
  let hasReport = false;
  let lacksReport = false;
  for (const day of days.toReversed()) {
    const read = await readDay(day, span, access, clock);
    if (typeof read === 'string') return { kind: 'unavailable', detail: read };
    if ('isForbidden' in read) {
      if (!hasReport && !mustBeWritten(day)) {
        return missing(`Adyen has no payment accounting report of ${day} (yet)`, read);
      }
      lacksReport = true;
      continue;
    }
    hasReport = true;
    for (const [key, line] of read.lines) {
      const later = lines.get(key);
      if (later === undefined || later.at < line.at) lines.set(key, line);
    }
    fees.push(...read.fees);
    unread.push(...read.unread);
    for (const channelReference of read.foreign) foreign.add(channelReference);
  }
  if (!hasReport) {
    const near = await reportNear(days, access);
    if (near.kind === 'refused') return { kind: 'unavailable', detail: near.detail };
    if (near.kind === 'missing') {
      const detail = `Adyen has no payment accounting report within a week of ${days[0]}: check that it generates one every day`;
      return missing(detail, near);
    }
  }
  return {
    kind: 'statement',
    lines: [
      ...lines.values(),
      ...Array.from(foreign, (channelReference) => ({ reference: null, channelReference })),
    ],
    fees,
    ...(unread.length > 0 && { unread }),
    // The day may have had no transactions, or Adyen may no longer keep the report.
    ...(lacksReport && { mayLackEntries: true }),
  };
}

type MissingReport = Extract<ReportDownload, { readonly kind: 'missing' }>;

function missing(detail: string, { isForbidden }: MissingReport): ChannelStatement {
  return { kind: 'unavailable', detail: isForbidden ? `${detail}. ${mayBeForbidden}` : detail };
}

/**
 * Reads one day's report. Returns its lines within the span of time, a string that says why the report cannot be used, or that
 * the report is missing.
 */
async function readDay(
  day: string,
  span: TimeSpan,
  access: ReportAccess,
  clock: ReportClock,
): Promise<ReportLines | MissingReport | string> {
  const download = await downloadReport(access, day);
  switch (download.kind) {
    case 'refused':
      return download.detail;
    case 'missing':
      return download;
    case 'report': {
      const report = readRows(download.csv, day);
      if (typeof report === 'string') return report;
      const rows = report.rows.filter(({ account }) => account === access.merchantAccount);
      return linesOf({ ...report, rows }, span, clock);
    }
  }
}

function mustBeWritten(day: string): boolean {
  return Date.parse(day) + DAY_MS + FURTHEST_MS + WRITTEN_WITHIN_MS <= Date.now();
}

/** Returns the account’s report of a day shortly before or after these days, if the user can download one. */
async function reportNear(days: readonly string[], access: ReportAccess): Promise<ReportDownload> {
  const [first = '', last = first] = [days[0], days.at(-1)];
  const near = Array.from({ length: DAYS_TO_LOOK_FOR_A_REPORT }, (_, distance) => [
    dayAfter(last, distance + 1),
    dayAfter(first, -distance - 1),
  ]).flat();
  let isForbidden = false;
  for (const day of near.filter((candidate) => Date.parse(candidate) <= Date.now())) {
    const download = await downloadReport(access, day);
    if (download.kind !== 'missing') return download;
    isForbidden ||= download.isForbidden;
  }
  return { kind: 'missing', isForbidden };
}

/**
 * Returns the days whose reports may contain records of the time span. A report's day is a day in the account's time zone. If
 * that is not set, each day is included that overlaps the time span in at least one time zone.
 */
function daysOf({ from, before }: TimeSpan, clock: ReportClock): readonly string[] {
  const last = new Date(before.getTime() - 1);
  const firstDay = clock.dayAt(from) ?? dayOf(from.getTime() - FURTHEST_MS);
  const lastDay = clock.dayAt(last) ?? dayOf(last.getTime() + FURTHEST_MS);
  const days: string[] = [];
  for (let day = firstDay; day <= lastDay; day = dayAfter(day, 1)) days.push(day);
  return days;
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

function dayAfter(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * DAY_MS);
}

interface ReportLines {
  /**
   * The statement's lines, one for each payment, refund or dispute. If the report has several records about one of them, the
   * line comes from the latest record.
   */
  readonly lines: ReadonlyMap<string, NamedLine>;
  /** The fees of all records that moved money. */
  readonly fees: readonly StatementFee[];
  /** The records of unknown types that are about the gateway's payments. */
  readonly unread: readonly UnreadEntry[];
  readonly foreign: ReadonlySet<string>;
}

function linesOf(
  { rows, namesModifications }: ReadReport,
  span: TimeSpan,
  clock: ReportClock,
): ReportLines | string {
  const lines = new Map<string, NamedLine>();
  const fees: StatementFee[] = [];
  const unread: UnreadEntry[] = [];
  const foreign = new Set<string>();
  for (const row of rows) {
    const at = clock.momentOf(row.at, row.timeZone);
    if (at === undefined) {
      return `Adyen's report has the time ${row.at} ${row.timeZone}: set the account’s time zone (reportTimeZone)`;
    }
    if (!isWithin(at, span)) continue;
    const effects = effectsOf(row);
    const processing = processedBy(row, effects[0], at);
    fees.push(...processing.fees);
    unread.push(...processing.unread);
    for (const effect of effects) {
      const { reference, channelReference } = namesIn(row, effect);
      if (orderIdOf(reference) === undefined) {
        foreign.add(channelReference);
        continue;
      }
      if (effect === undefined) {
        unread.push(unreadEntry(row));
        continue;
      }
      if (!namesModifications && effect.subject !== 'payment' && !isRefundId(reference)) {
        unread.push(namelessEntry(row, effect));
        continue;
      }
      const amount = amountOf(row, effect.subject);
      if (typeof amount === 'string') {
        unread.push(unreadableEntry(row, effect, amount));
        continue;
      }
      const key = `${effect.subject} ${channelReference || reference}`;
      const before = lines.get(key);
      if (before === undefined || before.at <= at)
        lines.set(key, { ...effect, reference, channelReference, amount, at });
      const settled = announcesSettlement(row, effect) ? undefined : settledBy(row);
      if (settled) fees.push({ subject: effect.subject, reference, channelReference, at, ...settled });
    }
  }
  return { lines, fees, unread, foreign };
}

/**
 * Returns the fee that Adyen took for processing the request behind a row, as a list of at most one fee. If the fee cannot be
 * read, an operator has to look it up, and the settlement report shows the fee of this movement as unknown. The rest of the day
 * is still read.
 */
function processedBy(row: Row, effect: Effect | undefined, at: Date): Pick<ReportLines, 'fees' | 'unread'> {
  const names = namesIn(row, effect);
  const read = orderIdOf(names.reference) === undefined ? null : processingFeeOf(row);
  if (read === null) return { fees: [], unread: [] };
  const subject = effect?.subject ?? 'payment';
  const processing = { subject, ...names, at, isForProcessing: true } as const;
  if (typeof read === 'string') {
    const none = { amountMinor: 0, currency: row.paymentCurrency || 'XXX' };
    return {
      fees: [{ ...processing, fee: none, net: none, isUnreadable: true }],
      unread: [{ subject, ...names, detail: unreadableDetail(row, read) }],
    };
  }
  const net = { ...read, amountMinor: -read.amountMinor };
  return { fees: [{ ...processing, fee: read, net }], unread: [] };
}

/**
 * Whether a record announces a settlement without moving the balance. In a published report, the record `SentForSettle` already
 * contains the amounts and fees of the settlement. Adyen takes these fees only when the payment or refund reaches the balance
 * ("Which fees are shown on my invoice?").
 */
function announcesSettlement({ type }: Row, { state }: Effect): boolean {
  return state === 'pending' || /^(SentForSettle|SettleScheduled)/.test(type);
}

/** Returns an entry for the operator: the report contains a refund or dispute, but does not say which one. */
function namelessEntry({ type, reference, payment }: Row, { subject }: Effect): UnreadEntry {
  const detail = `Adyen’s report has a record of the type ${type} that does not name the ${subject}: add the column Modification Psp Reference to the report, and look at the payment in the Customer Area`;
  return { subject, reference, channelReference: payment, detail };
}

/**
 * Returns an entry for the operator: the report has a record with an unreadable amount. The rest of the day is still compared.
 */
function unreadableEntry(row: Row, { subject }: Effect, amount: string): UnreadEntry {
  const { reference, payment } = row;
  return { subject, reference, channelReference: payment, detail: unreadableDetail(row, amount) };
}

function unreadableDetail({ type, payment, modification }: Row, amount: string): string {
  return `Adyen’s report has a record ${modification || payment} of the type ${type.slice(0, 64)} with ${amount.slice(0, 128)}: look at the payment in the Customer Area`;
}

/** Returns an entry for the operator: the report has a record of an unknown type. */
function unreadEntry({ type, reference, payment, modification }: Row): UnreadEntry {
  const detail = `Adyen’s report has a record ${modification || payment} of the type ${type.slice(0, 64)}, whose meaning is not known here: look at the payment in the Customer Area`;
  return { subject: 'payment', reference, channelReference: payment, detail };
}

/**
 * Returns the effects of a row; undefined if this code does not know the effect. If the gateway requested a refund before the
 * money was captured, Adyen cancels the payment instead, and the row names the refund. The gateway's books contain a payment
 * and a refund in this case, so the row counts for both. Any other cancellation concerns only the payment.
 */
function effectsOf({ type, modificationReference }: Row): readonly (Effect | undefined)[] {
  if (type === 'Cancelled' && isRefundId(modificationReference)) return [reversed.payment, reversed.refund];
  const effect = Object.hasOwn(recordTypes, type) ? recordTypes[type] : undefined;
  return effect === null ? [] : [effect];
}

const reversed = {
  payment: { subject: 'payment', state: 'succeeded' },
  refund: { subject: 'refund', state: 'succeeded' },
} as const;

/**
 * Returns the gateway's reference and Adyen's reference for a row of the report. For a refund that the gateway requested, the
 * gateway's reference is the refund's ID. For any other refund, and for a dispute, it is the reference of the payment, because
 * a person who refunds by hand can enter any reference, such as the ID of a case.
 */
function namesIn(
  row: Row,
  effect: Effect | undefined,
): Pick<Row, 'reference'> & { channelReference: string } {
  const { reference, payment, modification, modificationReference } = row;
  switch (effect?.subject) {
    case 'refund':
      return {
        reference: isRefundId(modificationReference) ? modificationReference : reference,
        channelReference: modification,
      };
    case 'dispute':
      return { reference, channelReference: modification || payment };
    case 'payment':
    case undefined:
      return { reference, channelReference: payment };
  }
}
