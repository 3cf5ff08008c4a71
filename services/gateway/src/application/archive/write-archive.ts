import { ArchiveTally, type ArchiveTotals } from '../../domain/archive/archive-tally.ts';
import { archivedFormOf } from '../../domain/archive/archived-order.ts';
import type { ArchiveObstacle } from '../../domain/archive/obstacle-to-archiving.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OldOrders } from '../../ports/old-orders.ts';
import type { ArchiveWriter } from '../../ports/order-archive.ts';
import type { FindObstacle } from './find-obstacle.ts';

/** How many orders are read at a time. The number limits the memory that a batch of the largest orders needs. */
const ORDERS_AT_A_TIME = 50;

interface Dependencies {
  readonly orders: OldOrders;
  readonly obstacles: Pick<FindObstacle, 'execute'>;
  readonly clock: Clock;
  /**
   * Waits after each batch, so that the archiving leaves enough of the database's capacity to the running gateway. The wait
   * depends on how long the batch took.
   */
  readonly rest: (batchMs: number) => Promise<void>;
}

export interface ArchiveRequest {
  readonly changedBefore: Date;
  /** The maximum number of orders to archive; null for no limit. */
  readonly limit: number | null;
}

export interface WrittenArchive {
  readonly totals: ArchiveTotals;
  /** For each reason, how many of the orders that were created before the chosen time are not in the archive. */
  readonly keptBack: ReadonlyMap<ArchiveObstacle, number>;
  readonly manifestSha256: string;
}

/** Writes old orders to an archive, if nothing about them is open. Changes nothing in the database. */
export class WriteArchive {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param onProgress called after each batch with the number of orders that are read and written so far */
  async execute(
    { changedBefore, limit }: ArchiveRequest,
    archive: ArchiveWriter,
    onProgress: (read: number, written: number) => void,
  ): Promise<WrittenArchive> {
    const tally = new ArchiveTally();
    const keptBack = new Map<ArchiveObstacle, number>();
    let read = 0;
    let written = 0;
    let after: string | null = null;
    while (limit === null || written < limit) {
      const began = performance.now();
      const batch = await this.#deps.orders.list(changedBefore, after, ORDERS_AT_A_TIME);
      if (batch.length === 0) break;
      for (const old of batch) {
        if (written === limit) break;
        read += 1;
        const obstacle = await this.#deps.obstacles.execute(old, changedBefore);
        if (obstacle !== null) {
          keptBack.set(obstacle, (keptBack.get(obstacle) ?? 0) + 1);
          continue;
        }
        const { events, refundClaims, fees } = old;
        const order = archivedFormOf(old.order);
        const fault = tally.add(order);
        if (fault !== null) throw new Error(`the database gave order ${order.orderId} ${fault}`);
        await archive.add({ order, events, refundClaims, fees });
        written += 1;
      }
      after = batch.at(-1)?.order.orderId ?? null;
      onProgress(read, written);
      await this.#deps.rest(performance.now() - began);
    }
    const totals = tally.totals();
    const { manifestSha256 } = await archive.finish(totals, this.#deps.clock.realNow());
    return { totals, keptBack, manifestSha256 };
  }
}
