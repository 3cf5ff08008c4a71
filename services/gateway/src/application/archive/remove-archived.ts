import { isAsArchived } from '../../domain/archive/is-as-archived.ts';
import type { ArchiveObstacle } from '../../domain/archive/obstacle-to-archiving.ts';
import { type ArchivePlace, type Tombstone, tombstoneOf } from '../../domain/archive/tombstone.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OldOrder, OldOrders, OrderRemoval } from '../../ports/old-orders.ts';
import type { ArchivedOrder, OrderArchive } from '../../ports/order-archive.ts';
import type { FindObstacle } from './find-obstacle.ts';

/** How many orders are read at a time. The number limits the memory that a batch of the largest orders needs. */
const ORDERS_AT_A_TIME = 50;
/** The maximum number of remaining orders that the result names. */
const MOST_NAMED = 20;

/**
 * `differs`: the order is not stored as the archive contains it. `not_stored`: the database contains neither the order nor its
 * tombstone.
 */
export type ReasonToStay = ArchiveObstacle | 'differs' | 'not_stored';

export interface RemovedArchive {
  readonly removed: number;
  /** How many orders an earlier run had removed. */
  readonly removedBefore: number;
  /** How many orders of the archive were not removed, for each reason. */
  readonly stay: ReadonlyMap<ReasonToStay, number>;
  /** Some of the orders that stay, by ID. */
  readonly named: readonly { readonly orderId: string; readonly reason: ReasonToStay }[];
}

interface Dependencies {
  readonly orders: Pick<OldOrders, 'find'> & OrderRemoval;
  readonly obstacles: Pick<FindObstacle, 'execute'>;
  readonly clock: Clock;
  /**
   * Waits after each batch, so that the removal leaves enough of the database's capacity to the running gateway. The wait
   * depends on how long the batch took.
   */
  readonly rest: (batchMs: number) => Promise<void>;
}

/**
 * Removes the orders of a verified archive from the database, and leaves a tombstone for each. An order stays if it is not
 * stored exactly as the archive contains it, or if it no longer qualifies for archiving. Each order is replaced by its
 * tombstone in one step, so its ID is never free in between. If the removal is interrupted, another run removes the remaining
 * orders.
 */
export class RemoveArchived {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * @param archive an archive that was just verified
   * @param name the name of the archive in answers, alerts and cases
   * @param onProgress called after each batch with the number of orders that are read and removed so far
   */
  async execute(
    archive: OrderArchive,
    name: string,
    onProgress: (read: number, removed: number) => void,
  ): Promise<RemovedArchive> {
    const run = new Removal();
    for await (const batch of batchesOf(archive)) {
      const began = performance.now();
      await this.#removeBatch(batch, archive, name, run);
      onProgress(run.read, run.removed);
      await this.#deps.rest(performance.now() - began);
    }
    const { removed, removedBefore, stay, named } = run;
    return { removed, removedBefore, stay, named };
  }

  async #removeBatch(
    batch: readonly ArchivedOrder[],
    archive: OrderArchive,
    name: string,
    run: Removal,
  ): Promise<void> {
    const { orders } = this.#deps;
    const { manifestSha256, source } = archive;
    const found = await orders.find(batch.map(({ order }) => order.orderId));
    const stored = new Map(found.orders.map((old) => [old.order.orderId, old]));
    const buried = new Map(found.tombstones.map((tombstone) => [tombstone.orderId, tombstone]));
    // Replace all orders of a batch together, because the replacements can travel to the database as one command.
    const outcomes = await Promise.all(
      batch.map(async (archived): Promise<Outcome> => {
        const { orderId } = archived.order;
        const old = stored.get(orderId);
        if (old === undefined)
          return buried.has(orderId) ? 'removed_before' : { orderId, reason: 'not_stored' };
        const place = { archive: name, manifestSha256, removedAt: this.#deps.clock.realNow() };
        return this.#remove(old, archived, source.changedBefore, place);
      }),
    );
    for (const outcome of outcomes) run.note(outcome);
    const removed = outcomes.flatMap((outcome) =>
      typeof outcome === 'object' && 'tombstone' in outcome ? [outcome.tombstone] : [],
    );
    // Remove the events of all tombstones, not only those of this run. An earlier run may have been interrupted before it
    // removed the events of its last orders.
    await orders.removeEvents([...found.tombstones, ...removed]);
  }

  async #remove(
    old: OldOrder,
    archived: ArchivedOrder,
    changedBefore: Date,
    place: ArchivePlace,
  ): Promise<Outcome> {
    const { orderId } = old.order;
    if (!isAsArchived(old, archived)) return { orderId, reason: 'differs' };
    const obstacle = await this.#deps.obstacles.execute(old, changedBefore);
    if (obstacle !== null) return { orderId, reason: obstacle };
    const tombstone = tombstoneOf(old.order, place);
    const replaced = await this.#deps.orders.replace(old.order, tombstone);
    return replaced === 'replaced' ? { tombstone } : { orderId, reason: 'differs' };
  }
}

/** What became of one order of the archive. */
type Outcome =
  | { readonly tombstone: Tombstone }
  | { readonly orderId: string; readonly reason: ReasonToStay }
  | 'removed_before';

/** What a run has done so far. */
class Removal {
  read = 0;
  removed = 0;
  removedBefore = 0;
  readonly stay = new Map<ReasonToStay, number>();
  readonly named: { readonly orderId: string; readonly reason: ReasonToStay }[] = [];

  note(outcome: Outcome): void {
    this.read += 1;
    if (outcome === 'removed_before') this.removedBefore += 1;
    else if ('tombstone' in outcome) this.removed += 1;
    else this.#leave(outcome.orderId, outcome.reason);
  }

  #leave(orderId: string, reason: ReasonToStay): void {
    this.stay.set(reason, (this.stay.get(reason) ?? 0) + 1);
    if (this.named.length < MOST_NAMED) this.named.push({ orderId, reason });
  }
}

/** @throws {Error} if the archive was changed since it was verified */
async function* batchesOf(archive: OrderArchive): AsyncGenerator<readonly ArchivedOrder[]> {
  let batch: ArchivedOrder[] = [];
  for await (const record of archive.records()) {
    if (record.kind === 'fault')
      throw new Error(`the archive has changed since it was verified: ${record.place}`);
    batch.push(record.archived);
    if (batch.length === ORDERS_AT_A_TIME) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
