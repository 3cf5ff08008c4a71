import type { CommandStartedEvent, Document } from 'mongodb';
import type { Connection } from 'mongoose';
import { declareCollections } from '../../src/adapters/outbound/mongo/all-collections.ts';
import { openTestDatabase } from './test-database.ts';

/** A command that searches a collection: a find, a count, or the first step of an update or a deletion. */
interface Search {
  readonly collection: string;
  readonly filter: Document;
  readonly sort: Document;
}

/** The searches that the gateway makes, one of each form. Two searches have the same form if they differ only in their values. */
export class WatchedSearches {
  readonly #byForm = new Map<string, Search>();

  /** @param connection a connection to an address with `monitorCommands=true` */
  watch(connection: Connection): void {
    connection.getClient().on('commandStarted', ({ command }: Pick<CommandStartedEvent, 'command'>) => {
      for (const search of searchesOf(command)) this.#byForm.set(JSON.stringify(formOf(search)), search);
    });
  }

  get count(): number {
    return this.#byForm.size;
  }

  /**
   * Describes the searches for which the database would read a whole collection, because it finds no index for them. Asks for
   * its plans in a new database. In a used one, the plans depend on how many documents there are or were.
   */
  async withoutIndex(): Promise<readonly string[]> {
    const fresh = await openTestDatabase();
    try {
      const connection = await fresh.connect();
      declareCollections(connection);
      await fresh.prepare(connection);
      const found = new Set<string>();
      for (const { collection, filter, sort } of this.#byForm.values()) {
        const { queryPlanner } = await connection.collection(collection).find(filter).sort(sort).explain();
        if (readsAll(queryPlanner)) found.add(`${collection}: ${JSON.stringify(formOf(filter))}`);
      }
      return [...found].sort();
    } finally {
      await fresh.drop();
    }
  }
}

function searchesOf(command: Document): readonly Search[] {
  const [[name, collection] = ['', '']] = Object.entries(command);
  const by = (filter: Document = {}, sort: Document = {}): Search => ({ collection, filter, sort });
  switch (name) {
    case 'find':
      return [by(command.filter, command.sort)];
    case 'aggregate':
      return [by((command.pipeline as readonly Document[])[0]?.$match)];
    case 'findAndModify':
      return [by(command.query, command.sort)];
    case 'update':
      return (command.updates as readonly Document[]).map(({ q }) => by(q));
    case 'delete':
      return (command.deletes as readonly Document[]).map(({ q }) => by(q));
    default:
      return [];
  }
}

/** A value without the texts, numbers and moments that it contains. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [formOf(value[0])];
  if (value instanceof Date) return 'moment';
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, formOf(member)]));
}

/**
 * Whether a plan reads the whole collection, or a whole index. DocumentDB can do so through the index on `_id`, with no
 * condition but the number of the collection, or through another index with a condition that nearly all entries meet.
 */
function readsAll(plan: unknown): boolean {
  const text = JSON.stringify(plan);
  return /COLLSCAN|Seq Scan|"Index Cond":"\(shard_key_value = '\d+'::bigint\)"|"Index Cond":"[^"]*\.@!/.test(
    text,
  );
}
