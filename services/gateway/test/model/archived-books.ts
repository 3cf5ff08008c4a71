import { isDeepStrictEqual } from 'node:util';
import { ReportSettlement } from '../../src/application/payments/report-settlement.ts';
import { CompareChannelBooks } from '../../src/application/reconciliation/compare-channel-books.ts';
import { obstacleToArchiving, QUIET_SECONDS } from '../../src/domain/archive/obstacle-to-archiving.ts';
import { tombstoneOf } from '../../src/domain/archive/tombstone.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { SettlementLine } from '../../src/domain/settlement/settlement-lines.ts';
import type { TimeSpan } from '../../src/domain/time-span.ts';
import type { OrderBooks, OrderLookup } from '../../src/ports/order-repository.ts';
import { InMemoryChannelFees } from '../in-memory/in-memory-channel-fees.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';
import type { Stage } from './stage.ts';

/** The orders of a story, or what the archive leaves of them. */
type Books = OrderLookup & OrderBooks;

/**
 * Archives every order that needs no more work, and checks that this changes nothing in the books: the settlement reports and
 * the comparisons with the channels' books must be the same as before.
 *
 * @param days the days on which money moved, each as a span of time with its date
 */
export async function faultsOfArchiving(
  stage: Stage,
  orders: readonly PaymentOrder[],
  days: readonly { readonly date: string; readonly span: TimeSpan }[],
): Promise<readonly string[]> {
  const [whole, archived] = [new InMemoryOrders(), new InMemoryOrders()];
  for (const order of orders) {
    await whole.insert(order);
    await archived.insert(order);
    if (mayBeArchived(order)) await archived.replace(order, tombstoneOf(order, place));
  }
  const faults: string[] = [];
  for (const { date, span } of days) {
    const lines = await linesOf(stage, whole, date);
    if (!isDeepStrictEqual(await linesOf(stage, archived, date), lines)) {
      faults.push(`archiving changes the settlement report of ${date}`);
    }
    for (const channel of stage.channel.both) {
      const [before, after] = await Promise.all(
        [whole, archived].map((books) => compared(stage, books, { channel, span })),
      );
      if (isDeepStrictEqual(after, before)) continue;
      faults.push(
        `archiving changes the comparison of ${date} with ${channel.channelId}: ${inText(before)} became ${inText(after)}`,
      );
    }
  }
  return faults;
}

/** The archive in which the orders of a story are. */
const place = { archive: 'story', manifestSha256: 'a'.repeat(64), removedAt: new Date(0) };

/** Whether nothing about an order is open any more, once enough time has passed. */
function mayBeArchived(order: PaymentOrder): boolean {
  const around = { isParked: false, isDeliveryPending: false, isCallbackWaiting: false, daysInBooks: [] };
  const afterAll = new Date(8.64e15);
  const now = new Date(afterAll.getTime() - QUIET_SECONDS);
  return obstacleToArchiving({ order, ...around }, now, now) === null;
}

async function compared(
  { outside }: Stage,
  orders: Books,
  { channel, span }: { readonly channel: Stage['channel']['both'][number]; readonly span: TimeSpan },
) {
  const compare = new CompareChannelBooks({
    orders,
    fees: new InMemoryChannelFees(),
    clock: outside.clock,
  });
  const isStillClaimed = async () => true;
  const outcome = await compare.execute(channel, { ...span, isLastLook: true, isStillClaimed });
  if (outcome.kind !== 'compared') return outcome;
  const { differences, pending, ...sums } = outcome.reconciliation;
  return { ...sums, differences: inOrder(differences), pending: inOrder(pending) };
}

/** Puts findings into an order that does not depend on the order in which the store lists them. */
function inOrder<Finding>(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((one, other) => (inText(one) < inText(other) ? -1 : 1));
}

async function linesOf(
  { outside, merchant }: Stage,
  orders: Books,
  date: string,
): Promise<readonly SettlementLine[]> {
  const report = new ReportSettlement({ orders, fees: new InMemoryChannelFees(), clock: outside.clock });
  const opened = report.execute(merchant.merchantId, date);
  if (opened.kind !== 'opened') return [];
  const lines: SettlementLine[] = [];
  for await (const ofHour of opened.linesByHour()) lines.push(...ofHour);
  return lines;
}

function inText(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? String(part) : part));
}
