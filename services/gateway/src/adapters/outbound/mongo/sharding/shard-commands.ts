import mongoose, { type Connection } from 'mongoose';
import { declareCollections } from '../all-collections.ts';
import { type Placement, placements } from './placements.ts';

/**
 * Returns the commands for `mongosh` that divide the gateway's collections among the shards of a MongoDB cluster. Opens no
 * database.
 *
 * @throws {Error} if a sharded collection has a unique index that no single shard can ensure
 */
export function shardCommands(databaseName: string): string {
  // A connection that is never opened. It is needed only to declare the models.
  const connection = mongoose.createConnection();
  declareCollections(connection);
  return [
    head(databaseName),
    ...Object.entries(placements).map(([collection, placement]) =>
      commandsFor(databaseName, collection, placement, uniqueIndexesOf(connection, collection)),
    ),
  ].join('\n\n');
}

/** The fields of each unique index of a collection, besides the index on `_id`. */
function uniqueIndexesOf(connection: Connection, collection: string): readonly (readonly string[])[] {
  return Object.values(connection.models)
    .filter((model) => model.collection.collectionName === collection)
    .flatMap((model) => model.schema.indexes())
    .filter(([, options]) => options.unique === true)
    .map(([fields]) => Object.keys(fields));
}

function head(databaseName: string): string {
  return `// Divides the collections of Kassa among the shards of a MongoDB cluster. Run it once, before the gateway starts for the first
// time, connected to a mongos as a user with the roles clusterManager, and readWrite on this database:
//   mongosh "$ADDRESS_OF_A_MONGOS" kassa-shards.js
// These commands were never tried on MongoDB itself. Try them on a cluster without data first.

const kassa = db.getSiblingDB(${JSON.stringify(databaseName)});
sh.enableSharding(kassa.getName());

// The first shard holds the collections without a shard key. The others follow.
const { primary } = db.getSiblingDB("config").databases.findOne({ _id: kassa.getName() });
const others = db.adminCommand({ listShards: 1 }).shards.map(({ _id }) => _id);
const shards = [primary, ...others.filter((shard) => shard !== primary)];

// Gives each shard an equal range of an empty collection. MongoDB's balancer divides a collection that has documents.
function divide(collection, idPrefix) {
  if (kassa.getCollection(collection).findOne() !== null) return;
  const namespace = kassa.getName() + "." + collection;
  for (let number = 1; number < shards.length; number += 1) {
    const hash = Math.floor((number * 0x10000) / shards.length).toString(16).padStart(4, "0");
    sh.splitAt(namespace, { _id: idPrefix + hash });
    sh.moveChunk(namespace, { _id: idPrefix + hash }, shards[number]);
  }
}`;
}

function commandsFor(
  databaseName: string,
  collection: string,
  { shardKey, reason, idPrefix }: Placement,
  uniqueIndexes: readonly (readonly string[])[],
): string {
  const namespace = JSON.stringify(`${databaseName}.${collection}`);
  const about = comment(`${collection}: ${shardKey === null ? 'not sharded' : 'sharded by _id'}. ${reason}`);
  if (shardKey === null) {
    return [
      about,
      ...uniqueIndexes.map((fields) => `// Unique index, possible on one shard: ${fields}`),
    ].join('\n');
  }
  const unenforceable = uniqueIndexes.find(([first]) => first !== '_id' || shardKey._id === 'hashed');
  if (unenforceable !== undefined) {
    throw new Error(
      `${collection} cannot be sharded: no shard can ensure its unique index on ${unenforceable.join(', ')}`,
    );
  }
  const uniqueId =
    '// Equal IDs always belong to one shard, so its index on _id keeps them unique in the whole cluster.';
  const name = JSON.stringify(collection);
  return [
    about,
    uniqueId,
    ...(shardKey._id === 'hashed' ? [`kassa.getCollection(${name}).createIndex({ _id: "hashed" });`] : []),
    `sh.shardCollection(${namespace}, ${JSON.stringify(shardKey)});`,
    ...(idPrefix === undefined ? [] : [`divide(${name}, ${JSON.stringify(idPrefix)});`]),
  ].join('\n');
}

const LINE_LENGTH = 120;

/** Breaks a text into comment lines. */
function comment(text: string): string {
  const lines: string[] = [];
  let line = '//';
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > LINE_LENGTH) {
      lines.push(line);
      line = '//';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}
