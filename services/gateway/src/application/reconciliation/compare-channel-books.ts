import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import { BookComparison, type Inquiry } from '../../domain/reconciliation/book-comparison.ts';
import { dateOf } from '../../domain/reconciliation/due-days.ts';
import { entryKey } from '../../domain/reconciliation/entry-key.ts';
import { feesIn } from '../../domain/reconciliation/fees-in-books.ts';
import { FeesWithoutMovement, withFees } from '../../domain/reconciliation/fees-without-movement.ts';
import {
  disputesSetAside,
  entriesSetAside,
  type OwnEntry,
  ownEntries,
  ownEntriesWithin,
} from '../../domain/reconciliation/own-entry.ts';
import type { Reconciliation } from '../../domain/reconciliation/reconciliation.ts';
import { lineKey, ownKey } from '../../domain/reconciliation/same-entry.ts';
import type { NamedLine, StatementFee } from '../../domain/reconciliation/statement-line.ts';
import type { OrderMoney } from '../../domain/settlement/money-moves.ts';
import type { TimeSpan } from '../../domain/time-span.ts';
import type { ChannelFees } from '../../ports/channel-fees.ts';
import { type Clock, inRealTime } from '../../ports/clock.ts';
import type { OrderBooks, OrderLookup } from '../../ports/order-repository.ts';
import type {
  ChannelBooks,
  ChannelDisputes,
  ChannelPayments,
  ChannelRefunds,
  DisputeReference,
  PaymentReference,
} from '../../ports/payment-channel.ts';
import { findOrTombstone } from '../find-or-tombstone.ts';
import { BooksSearch, type Gap } from './search-books.ts';

/** How many lookups, at the channel and in the database, run at the same time. One comparison of books can need many lookups. */
const ASKED_AT_ONCE = 8;
const LOOK_UPS_AT_ONCE = 64;

/** A channel that provides its books, and that can be asked about the payments, refunds and disputes in them. */
export type ComparedChannel = ChannelBooks & ChannelPayments & ChannelRefunds & ChannelDisputes;

export interface ComparedSpan extends TimeSpan {
  /** Whether this is the last comparison of the day. */
  readonly isLastLook: boolean;
  /**
   * Whether this process's claim on the day holds. If another process has claimed the day while this one read the channel's books,
   * the other process may already have recorded newer fees. This process then records nothing.
   */
  readonly isStillClaimed: () => Promise<boolean>;
}

interface Dependencies {
  readonly orders: OrderLookup & OrderBooks;
  readonly fees: ChannelFees;
  readonly clock: Clock;
}

/**
 * Compares a channel's books for a day with the gateway's, and records the fees that the channel's books show. The channel and
 * the gateway may book a payment, refund or dispute on different days. So if only one of them has an entry on the compared day,
 * the entry is looked up by its reference.
 */
export class CompareChannelBooks {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(
    channel: ComparedChannel,
    { from, before, isLastLook, isStillClaimed }: ComparedSpan,
  ): Promise<
    | { readonly kind: 'compared'; readonly reconciliation: Reconciliation }
    | { readonly kind: 'unavailable'; readonly detail: string }
    | { readonly kind: 'overtaken' }
  > {
    const span = { from, before };
    const statement = await channel.statement(span);
    if (statement.kind === 'unavailable') return statement;
    const { fees = [], mayLackEntries } = statement;
    if (!(await isStillClaimed())) return { kind: 'overtaken' };
    // If the books for a day contain no entries, the channel may no longer keep the books for that day. Do not replace the known
    // fees with such empty books.
    if (statement.lines.length + fees.length > 0) {
      const ofDay = feesIn(channel.channelId, dateOf(from), fees);
      await this.#deps.fees.record({ ...ofDay, ...(mayLackEntries && { mayLackFees: true }) });
    }
    const comparison = new BookComparison(statement.lines, { isLastLook });
    for (const entry of statement.unread ?? []) comparison.notRead(entry);
    const feesApart = new FeesWithoutMovement(channel.channelId, fees);
    const notThere: OwnEntry[] = [];
    const undecided: UndecidedEntry[] = [];
    for await (const order of this.#deps.orders.withMoneyMoved({ merchantId: null, ...span })) {
      feesApart.leaveOut(order);
      for (const own of ownEntriesWithin(order, channel.channelId, span)) {
        const compared = comparison.compareOwn(own);
        if (compared.kind === 'not_there') notThere.push(own);
        if (compared.kind === 'unfinished_there') undecided.push({ own, line: compared.line });
      }
    }
    await forEach(notThere, ASKED_AT_ONCE, async (own) => {
      const inquiry = await askAbout(channel, own, this.#deps.clock);
      if (isUndecided(inquiry)) undecided.push({ own, line: null, inquiry });
      else comparison.compareAnswer(own, inquiry);
    });
    await forEach(comparison.unmatched(), LOOK_UPS_AT_ONCE, async (entry) => {
      const own = await this.#find(channel.channelId, entry);
      const compared = comparison.compareUnmatched(entry, own);
      if (own !== undefined && compared.kind === 'unfinished_there')
        undecided.push({ own, line: compared.line });
    });
    await this.#compareOtherDays(channel, span, undecided, comparison);
    const unassigned = await this.#unassigned(channel.channelId, feesApart, { comparison, isLastLook });
    const accountFees = withFees(statement.accountFees ?? [], unassigned);
    const reconciliation = { ...comparison.result, ...(accountFees.length > 0 && { accountFees }) };
    return { kind: 'compared', reconciliation };
  }

  /**
   * Searches the channel's books for other days for payments, refunds and disputes whose outcome is still unknown, because
   * neither the books for the compared day nor the channel's answers showed it. Some channels' answers never show it: these
   * channels always answer that the money is pending, or they cannot be asked about disputes, or about refunds without a
   * reference.
   */
  async #compareOtherDays(
    channel: ChannelBooks,
    day: TimeSpan,
    undecided: readonly UndecidedEntry[],
    comparison: BookComparison,
  ): Promise<void> {
    if (undecided.length === 0) return;
    const search = new BooksSearch(channel, { day, entries: undecided, clock: this.#deps.clock });
    await search.run();
    for (const entry of undecided) {
      const { own } = entry;
      const [line, gap] = [search.lineOf(own), search.gapOf(own)];
      if (line !== undefined) comparison.compareFound(own, line, gap?.detail ?? null);
      else if (entry.line === null) comparison.compareAnswer(own, notFound(entry, search.daysOf(own), gap));
    }
  }

  /**
   * Returns the fees that no settlement report can show, because the gateway's books have no movement to which they belong. If the
   * outcome of the payment, refund or dispute is still open, the entry is listed as pending, and the fee is left out for now.
   */
  async #unassigned(
    channelId: string,
    fees: FeesWithoutMovement,
    { comparison, isLastLook }: { readonly comparison: BookComparison; readonly isLastLook: boolean },
  ): Promise<readonly StatementFee[]> {
    const unassigned: StatementFee[] = [];
    await forEach(fees.byReference(), LOOK_UPS_AT_ONCE, async ([reference, ofReference]) => {
      const orderId = orderIdOf(reference);
      const order = orderId === undefined ? undefined : await findOrTombstone(this.#deps.orders, orderId);
      for (const fee of ofReference) {
        const place = order === undefined ? 'account' : fees.placeOf(order, fee, isLastLook);
        const own = order && ownEntryOf(order, channelId, fee);
        if (place === 'awaited' && own !== undefined) comparison.awaitOutcomeOf(own, fee);
        else if (place !== 'line') unassigned.push(fee);
      }
    });
    return unassigned;
  }

  async #find(channelId: string, line: NamedLine): Promise<OwnEntry | undefined> {
    const orderId = orderIdOf(line.reference);
    const order = orderId === undefined ? undefined : await findOrTombstone(this.#deps.orders, orderId);
    if (order === undefined) return undefined;
    const setAside = 'quarantine' in order ? disputesSetAside(order) : order.disputesSetAside;
    const known = [...ownEntries(order, channelId), ...entriesSetAside(order, setAside, channelId)];
    return known.find((own) => ownKey(own) === lineKey(line));
  }
}

/** Returns an order's entry to which a fee in the channel's books belongs. */
function ownEntryOf(order: OrderMoney, channelId: string, fee: StatementFee): OwnEntry | undefined {
  const key = entryKey(fee.subject, fee.reference, fee.channelReference);
  return ownEntries(order, channelId).find((own) => ownKey(own) === key);
}

type UndecidedEntry =
  /** The payment, refund or dispute has a line in the channel's books of the day, but the line does not show its outcome. */
  | { readonly own: OwnEntry; readonly line: NamedLine }
  /**
   * The payment, refund or dispute has no line in the channel's books of the day, and the channel's answer about it does not
   * show its outcome.
   */
  | { readonly own: OwnEntry; readonly line: null; readonly inquiry: UndecidedInquiry };

type UndecidedInquiry = Exclude<Inquiry, { readonly kind: 'unknown' }>;

/**
 * Whether the channel's answer leaves the outcome of a payment, refund or dispute open: the money is pending, or the channel
 * cannot be asked or did not answer. The channel's books may still show the outcome.
 */
function isUndecided(inquiry: Inquiry): inquiry is UndecidedInquiry {
  const { kind } = inquiry;
  return (
    kind === 'not_askable' ||
    kind === 'not_answered' ||
    (kind === 'known' && inquiry.side.state === 'pending')
  );
}

/** @param days in words, the days whose books were searched for the entry */
function notFound(
  { own, inquiry }: Extract<UndecidedEntry, { readonly line: null }>,
  days: string,
  gap: Gap | null,
): Inquiry {
  if (gap?.kind === 'unavailable') return waiting(inquiry, gap.detail);
  const where =
    gap === null
      ? `its books of ${days} do not have it`
      : `what was read of its books of ${days} does not have it; ${gap.detail}`;
  if (inquiry.kind === 'not_answered') {
    return gap === null ? inquiry : { ...inquiry, detail: `${inquiry.detail}; ${where}` };
  }
  // The channel's books do not have the dispute, so list the dispute as pending. It appears in the books only when the bank
  // takes the money, which can be days after the bank announced the dispute. The day is compared for the last time a week
  // later. A lost dispute that is still not in the books then is listed as missing.
  if (own.dispute !== null)
    return { kind: 'not_askable', detail: `the channel cannot be asked, and ${where}` };
  const said = inquiry.kind === 'not_askable' ? inquiry.detail : 'it is on its way';
  return { kind: 'not_answered', detail: `${said}, and ${where}` };
}

/**
 * Returns the channel's answer about a payment, refund or dispute, and adds an explanation: the outcome is still unknown,
 * because the books that could show it are not available.
 */
function waiting(inquiry: UndecidedInquiry, detail: string): Inquiry {
  switch (inquiry.kind) {
    case 'known':
      return { ...inquiry, detail };
    case 'not_askable':
      return { kind: 'not_askable', detail: `${inquiry.detail}; ${detail}` };
    case 'not_answered':
      return { kind: 'not_askable', detail: `asked, the channel said: ${inquiry.detail}; ${detail}` };
  }
}

async function askAbout(channel: ComparedChannel, own: OwnEntry, clock: Clock): Promise<Inquiry> {
  const { attempt, refund, dispute, amount } = own;
  const { opening } = attempt;
  if (opening === null) {
    return { kind: 'not_askable', detail: 'it never confirmed this payment, so it cannot be asked' };
  }
  const payment: PaymentReference = { ...attempt, opening };
  if (dispute !== null) {
    return askAboutDispute(channel, { channelReference: dispute.channelReference, payment });
  }
  const inquiry =
    refund === null
      ? await channel.ask(payment)
      : await channel.askRefund({
          refundId: refund.refundId,
          payment,
          channelReference: refund.channelReference,
          acceptedAt: inRealTime(refund.createdAt, clock),
        });
  switch (inquiry.kind) {
    case 'ended': {
      const { result } = inquiry;
      if (result.kind !== 'succeeded')
        return { kind: 'known', side: { amount, state: result.kind, at: null } };
      const moved = 'paid' in result ? result.paid : result.returned;
      return { kind: 'known', side: { amount: moved, state: 'succeeded', at: null } };
    }
    case 'pending':
    case 'under_way':
    case 'to_capture':
      return { kind: 'known', side: { amount, state: 'pending', at: null } };
    case 'not_found':
    case 'not_submitted':
    case 'not_received':
      return { kind: 'unknown' };
    case 'not_askable':
      return { kind: 'not_askable', detail: 'it cannot be asked about this payment' };
    case 'cannot_tell':
      return { kind: 'not_askable', detail: 'it cannot be asked about refunds' };
    case 'not_understood':
    case 'unavailable':
      return { kind: 'not_answered', detail: inquiry.detail };
  }
}

async function askAboutDispute(channel: ChannelDisputes, dispute: DisputeReference): Promise<Inquiry> {
  const inquiry = await channel.askDispute(dispute);
  switch (inquiry.kind) {
    case 'known': {
      const { amount, kind: state } = inquiry.report;
      return { kind: 'known', side: { amount, state, at: null } };
    }
    case 'not_askable':
      return { kind: 'not_askable', detail: 'the channel cannot be asked about disputes' };
    case 'not_understood':
    case 'unavailable':
      return { kind: 'not_answered', detail: inquiry.detail };
  }
}

async function forEach<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const workNext = async (): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, workNext));
}
