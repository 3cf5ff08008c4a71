import { ReportSettlement } from '../../src/application/payments/report-settlement.ts';
import { CompareChannelBooks } from '../../src/application/reconciliation/compare-channel-books.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { dateOf } from '../../src/domain/reconciliation/due-days.ts';
import type { Difference } from '../../src/domain/reconciliation/reconciliation.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import type { LineWithFee } from '../../src/domain/settlement/settlement-lines.ts';
import type { TimeSpan } from '../../src/domain/time-span.ts';
import { InMemoryChannelFees } from '../in-memory/in-memory-channel-fees.ts';
import { faultsOfArchiving } from './archived-books.ts';
import { FeesInBooks } from './fees-in-books.ts';
import type { ChannelBooks } from './invariants/channel-books.ts';
import { faultsOfEvents } from './invariants/event-body-invariants.ts';
import { faultsOfComparison } from './invariants/reconciliation-invariants.ts';
import type { LedgerChannel } from './ledger-channel.ts';
import type { Stage } from './stage.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A day (UTC), from midnight to midnight. */
export function dayOf(moment: Date, daysAgo = 0): TimeSpan {
  const from = (Math.floor(moment.getTime() / DAY_MS) - daysAgo) * DAY_MS;
  return { from: new Date(from), before: new Date(from + DAY_MS) };
}

/** The fees that the gateway has read from the channels' books, and those that the books show. */
interface Fees {
  readonly recorded: InMemoryChannelFees;
  readonly inBooks: FeesInBooks;
}

/** Checks that the payment query, the events, the settlement reports and the channels' own books agree about the orders. */
export async function faultsOfBooks(
  stage: Stage,
  orders: readonly PaymentOrder[],
): Promise<readonly string[]> {
  const compared: string[] = [];
  const fees = { recorded: new InMemoryChannelFees(), inBooks: new FeesInBooks() };
  for (const channel of stage.channel.both) {
    compared.push(...(await faultsOfChannel(stage, channel, orders, fees)));
  }
  const moments = stage.channel.both.flatMap((channel) => momentsOf(booksOf(channel, stage.channel.books())));
  const days = daysOf([...moments, ...orders.flatMap(movesOf)]).map((date) => ({
    date,
    span: dayOf(new Date(`${date}T12:00:00Z`)),
  }));
  return [
    ...compared,
    ...(await faultsOfSettlement(stage, orders, fees)),
    ...(await faultsOfArchiving(stage, orders, days)),
    ...orders.flatMap((order) => faultsOfEvents(order, stage.log.ofOrder(order.orderId))),
  ];
}

/**
 * Reconciles each day on which money moved on either side. It does so twice; the second time is the last comparison, which
 * waits no longer.
 */
async function faultsOfChannel(
  stage: Stage,
  channel: LedgerChannel,
  orders: readonly PaymentOrder[],
  fees: Fees,
): Promise<readonly string[]> {
  const { stores, outside } = stage;
  const books = booksOf(channel, stage.channel.books());
  const compare = new CompareChannelBooks({
    orders: stores.orders,
    fees: fees.recorded,
    clock: outside.clock,
  });
  const days = daysOf([...momentsOf(books), ...orders.flatMap(movesOf)]);
  const faults: string[] = [];
  const isStillClaimed = async () => true;
  for (const day of days) {
    const statement = await channel.statement(dayOf(new Date(`${day}T12:00:00Z`)));
    if (statement.kind === 'statement') fees.inBooks.add(channel.channelId, statement.lines);
  }
  for (const isLastLook of [false, true]) {
    const found: Difference[] = [];
    for (const day of days) {
      const span = dayOf(new Date(`${day}T12:00:00Z`));
      const outcome = await compare.execute(channel, { ...span, isLastLook, isStillClaimed });
      if (outcome.kind !== 'compared') return [`${channel.channelId} shows no books of ${day}`];
      found.push(...outcome.reconciliation.differences);
    }
    faults.push(...faultsOfComparison(orders, books, { isMute: channel.vendor.isMute, isLastLook, found }));
  }
  return faults;
}

async function faultsOfSettlement(
  stage: Stage,
  orders: readonly PaymentOrder[],
  fees: Fees,
): Promise<readonly string[]> {
  const { stores, outside, merchant } = stage;
  const report = new ReportSettlement({
    orders: stores.orders,
    fees: fees.recorded,
    clock: outside.clock,
  });
  const lines: LineWithFee[] = [];
  let reported = 0n;
  for (const day of daysOf(orders.flatMap(movesOf))) {
    const opened = report.execute(merchant.merchantId, day);
    if (opened.kind !== 'opened') return [`there is no settlement report of ${day}`];
    for (const { byKind } of await opened.sum()) {
      for (const { sumMinor } of Object.values(byKind)) reported += sumMinor;
    }
    for await (const ofHour of opened.linesByHour()) lines.push(...ofHour);
  }
  const moved = orders.flatMap(moneyMovesOf).reduce((sum, { signedMinor }) => sum + signedMinor, 0);
  const wrongSum =
    reported === BigInt(moved) ? [] : [`the settlement reports add up to ${reported}, not ${moved}`];
  return [...wrongSum, ...fees.inBooks.faultsOf(lines)];
}

/** Returns the part of both channels' books that belongs to one channel. */
function booksOf({ payments }: LedgerChannel, both: ChannelBooks): ChannelBooks {
  const isOwn = ({ attemptId }: { readonly attemptId: string }) => payments.has(attemptId);
  return {
    payments: both.payments.filter(isOwn),
    furtherPayments: both.furtherPayments.filter(isOwn),
    refunds: both.refunds.filter(isOwn),
    secondRefunds: both.secondRefunds.filter(isOwn),
    refundsByHand: both.refundsByHand.filter(isOwn),
    disputes: both.disputes.filter(isOwn),
    forgotten: both.forgotten,
  };
}

function momentsOf({
  payments,
  furtherPayments,
  refunds,
  secondRefunds,
  refundsByHand,
  disputes,
}: ChannelBooks): readonly Date[] {
  const moved = [
    ...payments,
    ...furtherPayments,
    ...refunds,
    ...secondRefunds,
    ...refundsByHand,
    ...disputes,
  ];
  return moved.map(({ movedAt }) => movedAt);
}

function movesOf(order: PaymentOrder): readonly Date[] {
  return moneyMovesOf(order).map(({ at }) => at);
}

function daysOf(moments: readonly Date[]): readonly string[] {
  return [...new Set(moments.map(dateOf))];
}
