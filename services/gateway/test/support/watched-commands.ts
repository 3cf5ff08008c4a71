import type { CommandStartedEvent, Document } from 'mongodb';
import type { Connection } from 'mongoose';
import { type Placement, placements } from '../../src/adapters/outbound/mongo/sharding/placements.ts';
import {
  type ScatteredSearch,
  scatteredSearches,
} from '../../src/adapters/outbound/mongo/sharding/scattered-searches.ts';

/** One search, write or deletion in a sharded collection. A command can contain several. */
export interface Access {
  readonly collection: string;
  readonly command:
    | 'find'
    | 'count'
    | 'insert'
    | 'update'
    | 'updateMany'
    | 'deleteOne'
    | 'deleteMany'
    | 'other';
  readonly filter: Document;
  /** How many documents it can reach; null if it names no limit. */
  readonly limit: number | null;
}

/** The commands that the gateway sends to sharded collections. */
export class WatchedCommands {
  readonly accesses: Access[] = [];

  /** @param connection a connection to an address with `monitorCommands=true` */
  watch(connection: Connection): void {
    connection.getClient().on('commandStarted', (event) => this.note(event));
  }

  note({ command }: Pick<CommandStartedEvent, 'command'>): void {
    this.accesses.push(...accessesOf(command).filter(({ collection }) => shardKeyOf(collection) !== null));
  }
}

/** The address with which the driver tells of each command. */
export function watchedAddress(uri: string): string {
  const watched = new URL(uri);
  watched.searchParams.set('monitorCommands', 'true');
  return watched.href;
}

function shardKeyOf(collection: string) {
  return (placements as Readonly<Record<string, Placement>>)[collection]?.shardKey ?? null;
}

function accessesOf(command: Document): readonly Access[] {
  const [[name, collection] = ['', '']] = Object.entries(command);
  switch (name) {
    case 'find':
      return [{ collection, command: 'find', filter: command.filter ?? {}, limit: command.limit || null }];
    case 'aggregate': {
      const [match, limit] = command.pipeline as readonly Document[];
      return [{ collection, command: 'count', filter: match?.$match ?? {}, limit: limit?.$limit ?? null }];
    }
    case 'insert':
      return (command.documents as readonly Document[]).map(({ _id }) => ({
        collection,
        command: 'insert',
        filter: { _id },
        limit: 1,
      }));
    case 'update':
      return (command.updates as readonly Document[]).map(({ q, multi }) => ({
        collection,
        command: multi === true ? 'updateMany' : 'update',
        filter: q,
        limit: multi === true ? null : 1,
      }));
    case 'findAndModify':
      return [{ collection, command: 'update', filter: command.query ?? {}, limit: 1 }];
    case 'delete':
      return (command.deletes as readonly Document[]).map(({ q, limit }) => ({
        collection,
        command: limit === 1 ? 'deleteOne' : 'deleteMany',
        filter: q,
        limit: limit === 1 ? 1 : null,
      }));
    case 'create':
    case 'createIndexes':
    case 'listIndexes':
    case 'getMore':
    case 'killCursors':
      // They prepare a collection, or continue a search that was judged when it began.
      return [];
    default:
      return [{ collection: String(collection), command: 'other', filter: command, limit: null }];
  }
}

/** How many IDs one command may name. */
const MOST_IDS = 1_000;

/** Whether a router finds the shards of an access by its filter, because the filter names the shard key. */
export function isTargeted({ collection, filter }: Access): boolean {
  return namesKey(filter, shardKeyOf(collection)?._id === 1);
}

function namesKey(filter: Document, isRangeKey: boolean): boolean {
  const { _id: id, $and: all = [], $or: any = [] } = filter;
  return (
    namesId(id, isRangeKey) ||
    (all as readonly Document[]).some((part) => namesKey(part, isRangeKey)) ||
    (any.length > 0 && (any as readonly Document[]).every((part) => namesKey(part, isRangeKey)))
  );
}

function namesId(id: unknown, isRangeKey: boolean): boolean {
  if (typeof id === 'string') return true;
  if (typeof id !== 'object' || id === null) return false;
  const { $eq, $in, $gte, $lt } = id as Document;
  if (typeof $eq === 'string') return true;
  if (Array.isArray($in)) return $in.length <= MOST_IDS;
  // A range of one order's documents.
  return isRangeKey && typeof $gte === 'string' && $lt === `${$gte}~`;
}

/** The row of the table that allows an access although all shards must answer it. */
export function rowOf({ collection, command, filter, limit }: Access): ScatteredSearch | undefined {
  const named = namesIn(filter);
  const row = scatteredSearches.find(
    ({ by, ...one }) =>
      one.collection === collection &&
      one.command === command &&
      (by.length > 0 || named.size === 0) &&
      by.every((name) => named.has(name)),
  );
  return row !== undefined && (row.most === null || (limit !== null && limit <= row.most)) ? row : undefined;
}

/** The accesses that all shards must answer although the table does not allow it, each once. */
export function forbidden(accesses: readonly Access[]): readonly string[] {
  const faults = accesses.filter((access) => !isTargeted(access) && rowOf(access) === undefined);
  return [...new Set(faults.map(inWords))];
}

/** Describes an access without its values. */
function inWords({ collection, command, filter, limit }: Access): string {
  return `${collection}: ${command} by ${[...namesIn(filter)].join(', ')}, at most ${limit ?? 'any number'}`;
}

function namesIn(filter: Document): ReadonlySet<string> {
  return new Set(
    Object.entries(filter).flatMap(([name, value]) =>
      name === '$and' || name === '$or'
        ? (value as readonly Document[]).flatMap((part) => [...namesIn(part)])
        : [name],
    ),
  );
}
