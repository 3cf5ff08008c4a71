import { layOut, table } from '@kassa/contracts/terminal';
import type { ArchiveTotals, NewArchive, RemovedOrders, VerifiedArchive } from './archive-administration.ts';

export function writtenText({ totals, manifestSha256, keptBack }: NewArchive): string {
  const stay = [...keptBack.values()].reduce((sum, count) => sum + count, 0);
  const reasons = [...keptBack].map(([reason, count]) => [String(count), reasonTexts[reason] ?? reason]);
  return (
    totalsText(totals, manifestSha256) +
    (stay === 0
      ? ''
      : `\n${stay} older orders stay out of the archive:\n${table(['Orders', 'Reason'], reasons)}`)
  );
}

export function verifiedText({ totals, manifestSha256, faults }: VerifiedArchive): string {
  if (faults.length === 0) return `The archive is whole.\n\n${totalsText(totals, manifestSha256)}`;
  const rows = faults.map(({ place, reason }) => [place, reason]);
  return `The archive is incomplete or was changed:\n${table(['Place', 'Fault'], rows)}`;
}

export function removedText({ removed, removedBefore, stay, named }: RemovedOrders): string {
  const head = layOut([
    ['Removed', String(removed)],
    ['Removed before', String(removedBefore)],
  ]);
  if (stay.size === 0) return head;
  const reasons = [...stay].map(([reason, count]) => [String(count), reasonTexts[reason] ?? reason]);
  const orders = named.map(({ orderId, reason }) => [orderId, reasonTexts[reason] ?? reason]);
  return (
    `${head}\nStay in the database:\n${table(['Orders', 'Reason'], reasons)}` +
    `\nSuch as:\n${table(['Order', 'Reason'], orders)}`
  );
}

export function removedJson({ removed, removedBefore, stay, named }: RemovedOrders) {
  return {
    removed,
    removed_before: removedBefore,
    stay: Object.fromEntries(stay),
    such_as: named.map(({ orderId, reason }) => ({ order_id: orderId, reason })),
  };
}

function totalsText({ count, firstOrderId, lastOrderId, sums }: ArchiveTotals, manifestSha256: string) {
  const head = layOut([
    ['Orders', String(count)],
    ...(firstOrderId === null ? [] : [['IDs', `${firstOrderId} to ${lastOrderId}`] as const]),
    ['manifest.json', `SHA-256 ${manifestSha256}`],
  ]);
  if (sums.length === 0) return head;
  const rows = sums.map(({ currency, orders, orderedMinor, inMinor, outMinor }) => [
    currency,
    String(orders),
    String(orderedMinor),
    String(inMinor),
    String(outMinor),
  ]);
  return `${head}\nIn minor units, by currency:\n${table(['Currency', 'Orders', 'Ordered', 'In', 'Out'], rows)}`;
}

const reasonTexts: Readonly<Record<string, string>> = {
  changed_since: 'changed at or after the given date',
  not_ended: 'can still be paid',
  work_planned: 'the gateway still has to work on it',
  parked: 'its work is parked: see `kassa-admin cases`',
  case_open: 'a case is open: see `kassa-admin cases`',
  refund_under_way: 'a refund is under way',
  dispute_open: 'a dispute is open',
  may_be_disputed: 'changed less than 540 days ago, so it can still be disputed',
  delivery_pending: 'an event is still to be delivered',
  callback_waiting: 'a channel’s report about it is not applied yet: see `kassa-admin cases`',
  not_reconciled: 'a day on which its money moved has not been finally compared with the channel’s books',
  differs: 'has changed since the archive was written: write a new archive',
  not_stored: 'is not in the database',
  books_differ: 'the channel’s books differ from the order, or may differ: see `kassa-admin reconcile show`',
};

export function totalsJson(
  { count, firstOrderId, lastOrderId, sums }: ArchiveTotals,
  manifestSha256: string,
) {
  return {
    orders: count,
    first_order_id: firstOrderId,
    last_order_id: lastOrderId,
    manifest_sha256: manifestSha256,
    sums: sums.map(({ currency, orders, orderedMinor, inMinor, outMinor }) => ({
      currency,
      orders,
      ordered_minor: String(orderedMinor),
      in_minor: String(inMinor),
      out_minor: String(outMinor),
    })),
  };
}
