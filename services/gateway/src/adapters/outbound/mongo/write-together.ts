import { MongoBulkWriteError, type WriteError } from 'mongodb';
import { TemporarilyUnavailable } from '../../../ports/temporarily-unavailable.ts';
import { DUPLICATE_KEY, refusalOf, storageRefused } from './database-errors.ts';
import { isWriteConflict, MAX_ROUNDS } from './write-conflicts.ts';

/**
 * Writes all items in one round trip, in any sequence. Two such writes that touch the same keys can deadlock, and the database
 * then abandons some items of one write. These items are written again.
 *
 * @param items what is to be written
 * @param write writes the given items, unordered, in one round trip
 * @returns the positions of the items whose key already existed
 * @throws {TemporarilyUnavailable} when any item failed for another reason; the error does not say which items were written
 * @throws {StorageRefused} when the database refuses any item for good
 */
export async function writeTogether<Item>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<unknown>,
): Promise<ReadonlySet<number>> {
  const taken = new Set<number>();
  let positions = items.map((_, index) => index);
  for (let round = 1; positions.length > 0; round += 1) {
    const { faults, error } = await attempt(() =>
      write(positions.map((position) => items[position] as Item)),
    );
    const again: number[] = [];
    for (const { code, index } of faults) {
      const position = positions[index] as number;
      if (code === DUPLICATE_KEY) taken.add(position);
      else if (isWriteConflict(code) && round < MAX_ROUNDS) again.push(position);
      else throw batchFault(code, error);
    }
    positions = again;
  }
  return taken;
}

function batchFault(code: number, cause: unknown): Error {
  const refusal = refusalOf(code);
  return refusal === undefined
    ? new TemporarilyUnavailable('the database did not accept a batch', { cause })
    : storageRefused(refusal, cause);
}

interface Written {
  readonly faults: readonly WriteError[];
  readonly error?: MongoBulkWriteError;
}

async function attempt(write: () => Promise<unknown>): Promise<Written> {
  try {
    await write();
    return { faults: [] };
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const faults: WriteError[] = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
    // Look at the error of every item. The bulk write's own error code is only that of its first error, which can be a harmless
    // duplicate before a serious error.
    if (faults.length > 0) return { faults, error };
    throw new TemporarilyUnavailable('the database did not accept a batch', { cause: error });
  }
}
