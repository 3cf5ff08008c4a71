import { MongoBulkWriteError, type WriteError } from 'mongodb';
import { StorageRefused } from '../../../ports/storage-refused.ts';
import { TemporarilyUnavailable } from '../../../ports/temporarily-unavailable.ts';
import { DUPLICATE_KEY, isTooLargeToSend, refusalOf, storageRefused } from './database-errors.ts';
import { isWriteConflict, mayTryAgain } from './write-conflicts.ts';

/** Why one item was not written: its key already exists, or the database permanently refuses the item. */
type ItemFault = 'duplicate' | StorageRefused;

/** Writes the given items, unordered, in one round trip. */
type Write<Item> = (items: readonly Item[]) => Promise<unknown>;

/**
 * Writes all items in one round trip, in any order.
 *
 * @returns the positions of the items whose key already existed
 * @throws {TemporarilyUnavailable} when any item failed for another reason; the error does not say which items were written
 * @throws {StorageRefused} when the database permanently refuses any item
 */
export async function writeTogether<Item>(
  items: readonly Item[],
  write: Write<Item>,
): Promise<ReadonlySet<number>> {
  const faults = await writeEach(items, write);
  for (const fault of faults.values()) {
    if (fault instanceof StorageRefused) throw fault;
  }
  return new Set(faults.keys());
}

/**
 * Writes all items in one round trip, in any order. Two such writes that touch the same keys can deadlock, and the database
 * then abandons some items of one write. These items are written again.
 *
 * @returns the faults of single items, by their positions; all other items are written
 * @throws {TemporarilyUnavailable} when any item failed for another reason; the error does not say which items were written
 */
export async function writeEach<Item>(
  items: readonly Item[],
  write: Write<Item>,
): Promise<ReadonlyMap<number, ItemFault>> {
  const itemFaults = new Map<number, ItemFault>();
  let positions = items.map((_, index) => index);
  for (let round = 1; positions.length > 0; round += 1) {
    const { faults, error } = await attempt(
      positions.map((position) => items[position] as Item),
      write,
    );
    const again: number[] = [];
    for (const { index, fault } of faults) {
      const position = positions[index] as number;
      if (typeof fault !== 'number') itemFaults.set(position, fault);
      else if (isWriteConflict(fault)) again.push(position);
      else throw notTaken(error);
    }
    if (again.length > 0 && !(await mayTryAgain(round))) throw notTaken(error);
    positions = again;
  }
  return itemFaults;
}

interface Written {
  /** The faults of single items, by their indexes in this round. A number is an error code of the database. */
  readonly faults: readonly { readonly index: number; readonly fault: ItemFault | number }[];
  readonly error?: unknown;
}

async function attempt<Item>(items: readonly Item[], write: Write<Item>): Promise<Written> {
  try {
    await write(items);
    return { faults: [] };
  } catch (error) {
    if (isTooLargeToSend(error)) {
      return items.length === 1
        ? { faults: [{ index: 0, fault: storageRefused('too_large', error) }], error }
        : attemptOneByOne(items, write);
    }
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const faults: WriteError[] = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
    // Examine the error of every item. The bulk write has only the error code of its first error. That error can be a harmless
    // duplicate, with a serious error behind it.
    if (faults.length === 0) throw notTaken(error);
    return { faults: faults.map(({ code, index }) => ({ index, fault: faultOf(code, error) })), error };
  }
}

/**
 * Writes each item separately. If one item of a batch is too large, the driver sends no item of the batch, and does not say
 * which item is too large.
 */
async function attemptOneByOne<Item>(items: readonly Item[], write: Write<Item>): Promise<Written> {
  const written: Written[] = [];
  for (const item of items) written.push(await attempt([item], write));
  return {
    faults: written.flatMap(({ faults }, index) => faults.map(({ fault }) => ({ index, fault }))),
    error: written.find(({ faults }) => faults.length > 0)?.error,
  };
}

function faultOf(code: number, cause: unknown): ItemFault | number {
  const refusal = refusalOf(code);
  if (refusal !== undefined) return storageRefused(refusal, cause);
  return code === DUPLICATE_KEY ? 'duplicate' : code;
}

function notTaken(cause: unknown): TemporarilyUnavailable {
  return new TemporarilyUnavailable('the database did not accept a batch', { cause });
}
