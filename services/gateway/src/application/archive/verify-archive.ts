import { ArchiveTally, type ArchiveTotals, type MisplacedOrder } from '../../domain/archive/archive-tally.ts';
import { lastChangeOf } from '../../domain/archive/obstacle-to-archiving.ts';
import { customerOf } from '../../domain/order/paying-customer.ts';
import type { ArchivedForms, ArchivedOrder, OrderArchive } from '../../ports/order-archive.ts';

/** The maximum number of faults that a verification names. One fault already makes the archive useless as evidence. */
const MOST_FAULTS = 20;

export interface ArchiveFault {
  readonly place: string;
  readonly reason: string;
}

export interface ArchiveVerification {
  readonly manifestSha256: string;
  readonly totals: ArchiveTotals;
  /** Empty if the archive is whole. */
  readonly faults: readonly ArchiveFault[];
}

interface Dependencies {
  readonly forms: ArchivedForms;
}

/** Reads a whole archive, and finds every record that was altered, removed, added or moved since the archive was written. */
export class VerifyArchive {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(archive: OrderArchive): Promise<ArchiveVerification> {
    const tally = new ArchiveTally();
    const faults: ArchiveFault[] = [];
    for await (const record of archive.records()) {
      if (record.kind === 'fault') faults.push({ place: record.place, reason: record.reason });
      else {
        const reason = await this.#faultIn(record.archived, archive, tally);
        if (reason !== null) faults.push({ place: record.place, reason });
      }
      if (faults.length >= MOST_FAULTS) break;
    }
    const totals = tally.totals();
    if (faults.length < MOST_FAULTS) faults.push(...differencesOf(totals, archive.totals));
    return { manifestSha256: archive.manifestSha256, totals, faults };
  }

  async #faultIn(
    archived: ArchivedOrder,
    { source }: OrderArchive,
    tally: ArchiveTally,
  ): Promise<string | null> {
    const { order, events, refundClaims } = archived;
    const form = await this.#deps.forms.faultIn(archived);
    if (form !== null) return `does not have the form of a stored order: ${form}`;
    const misplaced = tally.add(order);
    if (misplaced !== null) return misplacedTexts[misplaced];
    if (lastChangeOf(order) >= source.changedBefore) return 'the order changed after the time of the archive';
    if (customerOf(order) !== undefined) return 'the order names its consumer, which no archive does';
    const strangers = [...events, ...refundClaims].filter(({ orderId }) => orderId !== order.orderId);
    return strangers.length > 0 ? 'an event or a refund claim belongs to another order' : null;
  }
}

const misplacedTexts: Readonly<Record<MisplacedOrder, string>> = {
  out_of_order: 'the order does not come after the one before it, by ID',
  not_its_id: 'the order’s ID is not that of its merchant and the merchant’s ID',
};

function differencesOf(found: ArchiveTotals, stated: ArchiveTotals): readonly ArchiveFault[] {
  const place = 'manifest.json';
  const differences: ArchiveFault[] = [];
  if (found.count !== stated.count) {
    differences.push({
      place,
      reason: `it counts ${stated.count} orders, and the files have ${found.count}`,
    });
  }
  if (found.firstOrderId !== stated.firstOrderId || found.lastOrderId !== stated.lastOrderId) {
    differences.push({ place, reason: 'the first or last order ID is not that of the files' });
  }
  if (sumsText(found) !== sumsText(stated)) {
    differences.push({ place, reason: 'the sums by currency are not those of the orders in the files' });
  }
  return differences;
}

function sumsText({ sums }: ArchiveTotals): string {
  return sums
    .map(({ currency, orders, orderedMinor, inMinor, outMinor }) =>
      [currency, orders, orderedMinor, inMinor, outMinor].join(' '),
    )
    .join('\n');
}
