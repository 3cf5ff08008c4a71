import type { ArchiveTotals } from '../domain/archive/archive-tally.ts';
import type { PaymentOrder } from '../domain/order/payment-order.ts';
import type { BookedFees } from '../domain/settlement/channel-fee.ts';
import type { LoggedEvent } from './logged-event.ts';
import type { ClaimedRefundId } from './old-orders.ts';

/** An order as an archive contains it, together with its events, claims and fees. */
export interface ArchivedOrder {
  readonly order: PaymentOrder;
  readonly events: readonly LoggedEvent[];
  readonly refundClaims: readonly ClaimedRefundId[];
  readonly fees: readonly BookedFees[];
}

/** Describes which orders an archive contains, and from which deployment. */
export interface ArchiveSource {
  /** The deployment's ID; null if the database was created before deployments had IDs. */
  readonly deployment: string | null;
  readonly environment: string | null;
  readonly database: string;
  /** The archive contains only orders whose last change was before this time. */
  readonly changedBefore: Date;
  /** The maximum number of orders in the archive; null for no limit. */
  readonly limit: number | null;
}

/** An archive that is being written. It becomes an archive only when it is finished. */
export interface ArchiveWriter {
  /** Adds an order. Orders must be added in ascending order of their IDs. */
  add(order: ArchivedOrder): Promise<void>;
  /** Returns the SHA-256 of the list of contents (manifest), which proves the contents of the whole archive. */
  finish(totals: ArchiveTotals, writtenAt: Date): Promise<{ readonly manifestSha256: string }>;
  /** Closes the open files. If the archive is not finished, it can be written again from the start. */
  close(): Promise<void>;
}

/** A finished archive. */
export interface OrderArchive {
  readonly source: ArchiveSource;
  readonly totals: ArchiveTotals;
  readonly writtenAt: Date;
  readonly manifestSha256: string;
  /**
   * Reads all orders, and compares their bytes with the list of contents. Errors are returned as a `fault`: one for each record
   * that cannot be read, and for each file that is missing, added or changed.
   */
  records(): AsyncIterable<ArchiveRecord>;
  /** Finds one order. Reads only the part of the archive that can contain it. */
  find(orderId: string): Promise<ArchiveRecord | undefined>;
}

export type ArchiveRecord =
  | { readonly kind: 'order'; readonly place: string; readonly archived: ArchivedOrder }
  /** `place` names the file, and the line if the fault is in a particular line. */
  | { readonly kind: 'fault'; readonly place: string; readonly reason: string };

/** Checks whether a record has the format in which the gateway stores orders. */
export interface ArchivedForms {
  /** Returns a description of the fault; null if the record has none. The description does not quote the order's values. */
  faultIn(archived: ArchivedOrder): Promise<string | null>;
}
