import type { OperatorOrder } from '@kassa/contracts';

/**
 * The functions of `kassa-admin archive`. Only the commands that write an archive or remove orders need the database. No
 * command needs a running gateway.
 */
export interface ArchiveAdministration {
  openDatabase(environment: NodeJS.ProcessEnv): Promise<OpenedArchiveDatabase>;
  verify(folder: string): Promise<VerifiedArchive | RefusedArchive>;
  /** @param order names the order by the gateway's ID, or by the merchant and the merchant's own ID */
  read(folder: string, order: NamedOrder): Promise<FoundOrder | RefusedArchive>;
}

export type OpenedArchiveDatabase =
  | { readonly kind: 'opened'; readonly database: ArchivedDatabase }
  | { readonly kind: 'misconfigured' | 'unreachable'; readonly message: string };

export interface ArchivedDatabase {
  /** @param onProgress called with the number of orders that are read and written so far */
  write(
    request: WriteRequest,
    onProgress: (read: number, written: number) => void,
  ): Promise<NewArchive | RefusedArchive>;
  /** @param onProgress called with the number of orders that are read and removed so far */
  remove(
    request: RemoveRequest,
    onProgress: (read: number, removed: number) => void,
  ): Promise<RemovedOrders | RefusedArchive>;
  close(): Promise<void>;
}

export interface RemoveRequest {
  readonly folder: string;
  /** The SHA-256 of the archive's list of contents. */
  readonly manifestSha256: string;
  /** Who removes, for the audit log. */
  readonly operator: string | undefined;
}

export interface RemovedOrders {
  readonly kind: 'removed';
  readonly removed: number;
  /** How many orders an earlier run had removed. */
  readonly removedBefore: number;
  /** How many orders of the archive stay in the database, for each reason. */
  readonly stay: ReadonlyMap<string, number>;
  /** Some of the orders that stay. */
  readonly named: readonly { readonly orderId: string; readonly reason: string }[];
}

export interface WriteRequest {
  readonly folder: string;
  readonly changedBefore: Date;
  readonly limit: number | null;
  /** Who archives, for the audit log. */
  readonly operator: string | undefined;
}

export interface NewArchive {
  readonly kind: 'written';
  readonly totals: ArchiveTotals;
  readonly manifestSha256: string;
  /** How many older orders are not put into the archive, for each reason. */
  readonly keptBack: ReadonlyMap<string, number>;
}

export interface VerifiedArchive {
  readonly kind: 'verified';
  readonly totals: ArchiveTotals;
  readonly manifestSha256: string;
  readonly faults: readonly { readonly place: string; readonly reason: string }[];
}

export interface RefusedArchive {
  readonly kind: 'refused';
  readonly message: string;
}

export type FoundOrder =
  | { readonly kind: 'found'; readonly order: OperatorOrder }
  | { readonly kind: 'not_found' };

export type NamedOrder =
  | { readonly orderId: string }
  | { readonly merchantId: string; readonly merchantTransactionId: string };

export interface ArchiveTotals {
  readonly count: number;
  readonly firstOrderId: string | null;
  readonly lastOrderId: string | null;
  readonly sums: readonly {
    readonly currency: string;
    readonly orders: number;
    readonly orderedMinor: bigint;
    readonly inMinor: bigint;
    readonly outMinor: bigint;
  }[];
}
