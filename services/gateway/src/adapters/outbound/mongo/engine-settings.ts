import { MongoClient, type MongoClientOptions } from 'mongodb';

/**
 * How MongoDB must treat the gateway's reads and writes.
 *
 * A write is acknowledged when a majority of the members has it on disk, so an acknowledged payment survives the loss of any
 * member. By default, MongoDB acknowledges earlier if the set has an arbiter. A read returns only data that such a majority
 * has, so the gateway never acts on data that an election undoes. All reads go to the primary, because the other members lag
 * behind.
 */
export const engineSettings = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  retryReads: true,
} as const satisfies MongoClientOptions;

/** Thrown when the address of the database sets an option in a way that can lose data, or makes calls fail after an election. */
export class UnsafeEngineSetting extends Error {
  override readonly name = 'UnsafeEngineSetting';
}

/**
 * Checks the options in the address of a database.
 *
 * @throws {UnsafeEngineSetting} when the address asks for weaker reads or writes than `engineSettings`
 */
export function refuseUnsafeOptions(uri: string): void {
  const { writeConcern, readConcern, readPreference } = new MongoClient(uri).options;
  const { w, journal } = writeConcern ?? {};
  if (w !== undefined && w !== 'majority') {
    throw new UnsafeEngineSetting(`it sets w=${w}, and the gateway needs w=majority`);
  }
  if (journal === false) {
    throw new UnsafeEngineSetting('it sets journal=false, and the gateway needs journal=true');
  }
  if (readConcern !== undefined && readConcern.level !== 'majority') {
    throw new UnsafeEngineSetting(
      `it sets readConcernLevel=${readConcern.level}, and the gateway needs readConcernLevel=majority`,
    );
  }
  if (readPreference.mode !== 'primary') {
    throw new UnsafeEngineSetting(
      `it sets readPreference=${readPreference.mode}, and the gateway needs readPreference=primary`,
    );
  }
}

/**
 * Checks that the driver finds the new primary after an election, and that it repeats a write if the answer was lost during the
 * election.
 *
 * @param client a connected client
 * @throws {UnsafeEngineSetting} when the database can elect another primary, but an option in the address prevents one of the
 *   two
 */
export async function refuseUnfitForElections(client: MongoClient): Promise<void> {
  const { setName, msg } = await client.db('admin').command({ hello: 1 });
  const isMember = setName !== undefined;
  const isRouterOfShards = msg === 'isdbgrid';
  const { retryWrites, directConnection } = client.options;
  if (!retryWrites && (isMember || isRouterOfShards)) {
    throw new UnsafeEngineSetting(
      'it sets retryWrites=false, and the gateway needs retryWrites=true on a replica set or a sharded cluster',
    );
  }
  if (directConnection && isMember) {
    throw new UnsafeEngineSetting(
      'it sets directConnection=true, and the gateway needs directConnection=false to find the primary of a replica set',
    );
  }
}
