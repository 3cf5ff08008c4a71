import { type Connection, type Model, trusted } from 'mongoose';
import type { Clock } from '../../../ports/clock.ts';
import type { EventLog, LogSpan } from '../../../ports/event-log.ts';
import type { LoggedEvent, LogPosition, NewEvent } from '../../../ports/logged-event.ts';
import { inDatabase } from './database-errors.ts';
import {
  type EventDocument,
  eventModel,
  listByPosition,
  listOfOrder,
  toEventDocument,
} from './event-documents.ts';
import { GroupCommit } from './group-commit.ts';
import { readLog } from './read-log.ts';

export class MongoEventLog implements EventLog {
  readonly #clock: Clock;
  readonly #model: Model<EventDocument>;
  readonly #group: GroupCommit<EventDocument>;

  constructor(connection: Connection, clock: Clock) {
    this.#clock = clock;
    this.#model = eventModel(connection);
    // Set an event's `loggedAt` only when the batch with the event is sent to the database. If it were set earlier, a reader of
    // the log might read past this time before the event is stored, and so miss the event.
    this.#group = new GroupCommit(this.#model, (event) => ({ ...event, loggedAt: clock.realNow() }));
  }

  async append(event: NewEvent): Promise<'appended' | 'known'> {
    const loggedAt = this.#clock.realNow();
    const outcome = await this.#group.insert(toEventDocument({ ...event, loggedAt }));
    return outcome === 'inserted' ? 'appended' : 'known';
  }

  listOfOrder(orderId: string): Promise<readonly LoggedEvent[]> {
    return listOfOrder(this.#model, orderId);
  }

  find(eventIds: readonly string[]): Promise<readonly LoggedEvent[]> {
    return listByPosition(this.#model, { _id: trusted({ $in: [...eventIds] }) }, 1, eventIds.length);
  }

  listOfMerchant(merchantId: string, span: LogSpan, limit: number): Promise<readonly LoggedEvent[]> {
    const { keptFrom, from, before, type, after, completeUpTo } = span;
    const isBehind = after !== null && (from === null || after.loggedAt >= from);
    const others = {
      // A plain condition would make DocumentDB read the whole index of `createdAt`.
      $nor: [{ createdAt: trusted({ $lt: keptFrom }) }],
      ...(isBehind && {
        $or: [{ loggedAt: trusted({ $gt: after.loggedAt }) }, { _id: trusted({ $gt: after.eventId }) }],
      }),
      ...(type !== null && { type }),
    };
    const first = isBehind ? after.loggedAt : from;
    return readLog(this.#model, merchantId, { others, from: first, before, completeUpTo }, 1, limit);
  }

  async lastOfMerchant(merchantId: string, loggedUpTo: Date): Promise<LogPosition | undefined> {
    const before = new Date(loggedUpTo.getTime() + 1);
    const log = { from: null, before, completeUpTo: loggedUpTo };
    const [last] = await readLog(this.#model, merchantId, log, -1, 1);
    return last;
  }

  removeEnded(before: Date, limit: number): Promise<number> {
    return inDatabase(async () => {
      const isOver = {
        createdAt: trusted({ $lt: before }),
        'delivery.state': trusted({ $in: ['delivered', 'failed'] as const }),
      };
      const found = await this.#model.find(isOver, { _id: 1 }).limit(limit).lean();
      if (found.length === 0) return 0;
      // Repeat the conditions of the search in the deletion. Somebody may have just resent one of the events found: this event
      // is pending again, so it must not be deleted.
      const { deletedCount } = await this.#model.deleteMany({
        ...isOver,
        _id: trusted({ $in: found.map(({ _id }) => _id) }),
      });
      return deletedCount;
    });
  }
}
