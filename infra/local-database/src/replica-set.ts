import { type Db, type MongoClient, MongoServerError } from 'mongodb';

/** The name of the replica set with one node. The mongod and the connection strings must use the same name. */
export const REPLICA_SET = 'kassa';

/** mongod's error codes, from its file error_codes.yml. */
const NOT_YET_INITIALIZED = 94;
const INVALID_REPLICA_SET_CONFIG = 93;

/**
 * Takes the next step that a replica set needs before it accepts writes: initiates a new replica set, or corrects the address
 * of its only member if the address is from an earlier run. It throws until the node at `host` is primary, so repeat the call
 * until it succeeds.
 */
export async function ensurePrimary(client: MongoClient, host: string): Promise<void> {
  const admin = client.db('admin');
  const hello = await admin.command({ hello: 1 });
  if (hello.isWritablePrimary === true) return;
  const errorCode = await statusErrorCode(admin);
  if (errorCode === NOT_YET_INITIALIZED) {
    await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } });
  } else if (errorCode === INVALID_REPLICA_SET_CONFIG) {
    const { config } = await admin.command({ replSetGetConfig: 1 });
    const moved = { ...config, version: config.version + 1, members: [{ ...config.members[0], host }] };
    await admin.command({ replSetReconfig: moved, force: true });
  }
  throw new Error('The replica set has no primary yet.');
}

async function statusErrorCode(admin: Db): Promise<number | string | undefined> {
  try {
    await admin.command({ replSetGetStatus: 1 });
    return undefined;
  } catch (error) {
    if (error instanceof MongoServerError) return error.code;
    throw error;
  }
}
