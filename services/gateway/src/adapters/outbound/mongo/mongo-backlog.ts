import type { Connection } from 'mongoose';
import {
  type Backlog,
  LONGEST_COUNTED,
  type Queue,
  type QueueName,
  type Queues,
} from '../../../ports/backlog.ts';
import type { Moment } from '../../../ports/clock.ts';
import { inDatabase } from './database-errors.ts';
import type { StoredCollection } from './schema-numbers.ts';

interface QueueDefinition {
  readonly collection: StoredCollection;
  /**
   * The path of the field that contains the time since which a document has waited. A partial index on this field contains only
   * the waiting documents.
   */
  readonly since: string;
  /** The clock of the times in this field. */
  readonly clock: keyof Moment;
  /** Further conditions that a document of the queue must meet. */
  readonly where?: Readonly<Record<string, unknown>>;
}

const definitions: Readonly<Record<QueueName, QueueDefinition>> = {
  orders: { collection: 'orders', since: 'due.attentionAt', clock: 'business' },
  webhooks: { collection: 'events', since: 'delivery.nextTryAt', clock: 'business' },
  callbacks: { collection: 'channel_callbacks', since: 'unappliedSince', clock: 'real' },
  order_cases: { collection: 'orders', since: 'due.casesSince', clock: 'business' },
  callback_cases: { collection: 'channel_callbacks', since: 'parked.since', clock: 'real' },
  undelivered_events: {
    collection: 'events',
    since: 'loggedAt',
    clock: 'real',
    where: { 'delivery.state': 'failed' },
  },
};

/** The jobs of Agenda, one for each duty. */
const JOBS = 'jobs';

export class MongoBacklog implements Backlog {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async queues(at: Moment): Promise<Queues> {
    const names = Object.keys(definitions) as QueueName[];
    const queues = await Promise.all(
      names.map(async (name) => [name, await this.#read(definitions[name], at)] as const),
    );
    return Object.fromEntries(queues) as Record<QueueName, Queue>;
  }

  async lastDutyAt(): Promise<Date | null> {
    const newest = await inDatabase(() =>
      this.#collection(JOBS).findOne(
        { lastRunAt: { $type: 'date' } },
        { projection: { lastRunAt: 1 }, sort: { lastRunAt: -1 } },
      ),
    );
    return newest?.lastRunAt instanceof Date ? newest.lastRunAt : null;
  }

  async #read({ collection, since, clock, where = {} }: QueueDefinition, at: Moment): Promise<Queue> {
    const waiting = { ...where, [since]: { $type: 'date', $lte: at[clock] } };
    const stored = this.#collection(collection);
    const oldest = await inDatabase(() =>
      stored.findOne(waiting, { projection: { _id: 0, [since]: 1 }, sort: { [since]: 1 } }),
    );
    if (oldest === null) return { size: 0, oldestSeconds: 0 };
    const size = await inDatabase(() => stored.countDocuments(waiting, { limit: LONGEST_COUNTED }));
    return { size, oldestSeconds: (at[clock].getTime() - momentIn(oldest, since).getTime()) / 1_000 };
  }

  #collection(name: string) {
    return this.#connection.collection(name);
  }
}

/** Returns the member at a path such as `due.attentionAt`. */
function momentIn(document: object, path: string): Date {
  let member: unknown = document;
  for (const name of path.split('.')) member = (member as Readonly<Record<string, unknown>>)[name];
  return member as Date;
}
