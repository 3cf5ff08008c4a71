import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import { BookComparison, type Inquiry } from '../../domain/reconciliation/book-comparison.ts';
import { dayOf } from '../../domain/reconciliation/due-days.ts';
import {
  disputesSetAside,
  type OwnEntry,
  ownEntries,
  ownEntriesWithin,
} from '../../domain/reconciliation/own-entry.ts';
import type { Reconciliation, Side } from '../../domain/reconciliation/reconciliation.ts';
import type { NamedLine } from '../../domain/reconciliation/statement-line.ts';
import type { TimeSpan } from '../../domain/time-span.ts';
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

/** The number of concurrent lookups at the channel and in the database, which can take many. */
const ASKED_AT_ONCE = 8;
const LOOK_UPS_AT_ONCE = 64;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A channel's books, and the channel to ask about their entries. */
export type ComparedChannel = ChannelBooks & ChannelPayments & ChannelRefunds & ChannelDisputes;

interface Dependencies {
  readonly orders: OrderLookup & OrderBooks;
  readonly clock: Clock;
}

/**
 * Compares a channel's books of a day with the gateway's. The two may place an entry on different days, so an
 * entry that only one side has on this day is looked up by its reference.
 */
export class CompareChannelBooks {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(
    channel: ComparedChannel,
    { from, before, isLastLook }: TimeSpan & { readonly isLastLook: boolean },
  ): Promise<
    | { readonly kind: 'compared'; readonly reconciliation: Reconciliation }
    | { readonly kind: 'unavailable'; readonly detail: string }
  > {
    const span = { from, before };
    const statement = await channel.statement(span);
    if (statement.kind === 'unavailable') return statement;
    const comparison = new BookComparison(statement.lines, { isLastLook });
    const notThere: OwnEntry[] = [];
    for await (const order of this.#deps.orders.withMoneyMoved({ merchantId: null, ...span })) {
      for (const own of ownEntriesWithin(order, channel.channelId, span)) {
        if (!comparison.compareOwn(own)) notThere.push(own);
      }
    }
    const undecided: UndecidedEntry[] = [];
    await forEach(notThere, ASKED_AT_ONCE, async (own) => {
      const inquiry = await askAbout(channel, own, this.#deps.clock);
      if (isUndecided(inquiry)) undecided.push({ own, inquiry });
      else comparison.compareAnswer(own, inquiry);
    });
    await compareAround(channel, span, undecided, comparison);
    await forEach(comparison.unmatched(), LOOK_UPS_AT_ONCE, async (entry) => {
      comparison.compareUnmatched(entry, await this.#find(channel.channelId, entry));
    });
    return { kind: 'compared', reconciliation: comparison.result };
  }

  async #find(channelId: string, line: NamedLine): Promise<OwnEntry | undefined> {
    const orderId = orderIdOf(line.reference);
    const order = orderId === undefined ? undefined : await this.#deps.orders.find(orderId);
    if (order === undefined) return undefined;
    const known = [...ownEntries(order, channelId), ...disputesSetAside(order, channelId)];
    return known.find((own) => isOf(own, line));
  }
}

function isOf({ subject, reference, dispute }: OwnEntry, line: NamedLine): boolean {
  if (subject !== line.subject || reference !== line.reference) return false;
  return dispute === null || dispute.channelReference === line.channelReference;
}

interface UndecidedEntry {
  readonly own: OwnEntry;
  /** The channel's answer. */
  readonly inquiry: Inquiry;
}

function isUndecided(inquiry: Inquiry): boolean {
  return inquiry.kind === 'not_askable' || (inquiry.kind === 'known' && inquiry.side.state === 'pending');
}

/**
 * Looks for outcomes that the channel's answers did not reveal. Some channels always answer that money is
 * pending. Others cannot be asked about disputes, or about refunds without a reference. For these, only the
 * channel's books of the neighbouring days can contain the outcome.
 */
async function compareAround(
  channel: ComparedChannel,
  { from, before }: TimeSpan,
  undecided: readonly UndecidedEntry[],
  comparison: BookComparison,
): Promise<void> {
  if (undecided.length === 0) return;
  const here = await booksAround(channel, { from, before });
  for (const { own, inquiry } of undecided) {
    const side = sideIn(here, own) ?? (await sideOnEarlierDays(channel, own));
    comparison.compareAnswer(own, side === undefined ? nowhereAround(own, inquiry) : { kind: 'known', side });
  }
}

/** If an operator found later that more money had moved, the channel may have booked all of it on the first day. */
async function sideOnEarlierDays(channel: ChannelBooks, own: OwnEntry): Promise<Side | undefined> {
  for (const moment of own.earlier) {
    const side = sideIn(await booksAround(channel, dayOf(moment)), own);
    if (side !== undefined) return side;
  }
  return undefined;
}

/** Null if the channel does not show its books now. */
async function booksAround(
  channel: ChannelBooks,
  { from, before }: TimeSpan,
): Promise<BookComparison | null> {
  const statement = await channel.statement({
    from: new Date(from.getTime() - DAY_MS),
    before: new Date(before.getTime() + DAY_MS),
  });
  return statement.kind === 'statement' ? new BookComparison(statement.lines) : null;
}

function sideIn(books: BookComparison | null, own: OwnEntry): Side | undefined {
  return books === null ? { amount: own.amount, state: 'pending', at: null } : books.entryOf(own);
}

/** A bank can announce a dispute days before it takes the money; only then does the dispute appear in the channel's books. */
function nowhereAround({ dispute }: OwnEntry, inquiry: Inquiry): Inquiry {
  if (dispute !== null) {
    return {
      kind: 'not_askable',
      detail: 'the channel cannot be asked, and its books of the days around do not have it',
    };
  }
  const said = inquiry.kind === 'not_askable' ? inquiry.detail : 'it is on its way';
  return { kind: 'not_answered', detail: `${said}, and its books of the days around do not have it` };
}

async function askAbout(channel: ComparedChannel, own: OwnEntry, clock: Clock): Promise<Inquiry> {
  const { attempt, refund, dispute, amount } = own;
  const { opening } = attempt;
  if (opening === null) return { kind: 'unknown' };
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
    case 'to_capture':
      return { kind: 'known', side: { amount, state: 'pending', at: null } };
    case 'not_found':
    case 'not_submitted':
    case 'not_received':
      return { kind: 'unknown' };
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
