import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ListEvents } from '../../src/application/events/list-events.ts';
import { SETTLED_AFTER_SECONDS } from '../../src/domain/webhook/event-log-times.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { NewEvent } from '../../src/ports/logged-event.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { InMemoryEventLog } from '../in-memory/in-memory-event-log.ts';
import type { InMemoryEvents } from '../in-memory/in-memory-events.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { newSurroundings, type Surroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';
import { SharedDatabase } from '../support/shared-database.ts';

type Stores = Pick<Surroundings, 'orders' | 'merchants' | 'events' | 'claims'>;

/** The stores of two instances, and the event log as an instance with another clock reads it. */
interface Kept {
  readonly stores: readonly [Stores, Stores];
  readonly logReading: (clock: SettableClock) => EventLog;
}

/**
 * Creates two instances of the gateway. When the first one appends an event, it notes the time at once, but the test holds back
 * the storing.
 */
async function stalledBench({ stores, logReading }: Kept, clock: SettableClock) {
  const released = Promise.withResolvers<void>();
  const stalled = Object.assign(Object.create(stores[0].events) as EventLog, {
    append: async (event: NewEvent) => {
      const taken = new SettableClock(clock.realNow());
      await released.promise;
      return logReading(taken).append(event);
    },
  });
  const one = new TestGateway(newSurroundings({ ...stores[0], events: stalled, clock }));
  const other = new TestGateway(newSurroundings({ ...stores[1], clock }));
  const merchant = await other.merchant();
  const { events, orders } = stores[1];
  const list = new ListEvents({ events, orders, clock });
  const look = async (after: string | null) => {
    const page = await list.execute(merchant.merchantId, { after, since: null, type: null, limit: 10 });
    if (page.kind !== 'listed') throw new Error(page.detail);
    return { resumeAfter: page.resumeAfter, orderIds: page.events.map(({ orderId }) => orderId) };
  };
  return { one, other, merchant, look, release: released.resolve };
}

function following(open: (clock: SettableClock) => Kept): void {
  test.each([60, 3_600])(
    'a client that follows the event log misses no event, even if inserting an event stalls for a minute or an hour (fault 56)',
    async (stallSeconds) => {
      // The database refuses late writes by its own clock.
      const clock = new SettableClock(new Date());
      const { one, other, merchant, look, release } = await stalledBench(open(clock), clock);
      const before = await other.submitted(merchant, { merchantTransactionId: 'before' });
      clock.pass(SETTLED_AFTER_SECONDS + 1);
      const slow = await one.opened(merchant, { merchantTransactionId: 'slow' });
      await one.submit.execute(slow, cards.succeeds);
      clock.pass(1);
      const quick = await other.submitted(merchant, { merchantTransactionId: 'quick' });
      clock.pass(stallSeconds);

      const seen = await look(null);
      expect(seen.orderIds).toEqual([before.orderId, quick.orderId]);
      release();
      await one.settle();
      const later = await look(seen.resumeAfter);
      expect([...seen.orderIds, ...later.orderIds]).toContain(slow.orderId);
      // The delayed event and the later one are listed once. Once no event is on its way to the log, nothing is listed again.
      expect(later.orderIds).toEqual([slow.orderId, quick.orderId]);
      expect((await look(later.resumeAfter)).orderIds).toEqual([]);
    },
  );

  test('continues past an event that an instance was inserting when it died', async () => {
    const clock = new SettableClock(new Date());
    const { one, other, merchant, look, release } = await stalledBench(open(clock), clock);
    const slow = await one.opened(merchant, { merchantTransactionId: 'slow' });
    await one.submit.execute(slow, cards.succeeds);
    clock.pass(60);
    expect(await look(null)).toEqual({ resumeAfter: null, orderIds: [] });
    await other.attendAfter(1);
    expect((await look(null)).orderIds).toEqual([slow.orderId]);
    clock.pass(SETTLED_AFTER_SECONDS);
    const { resumeAfter } = await look(null);
    expect(resumeAfter).not.toBeNull();
    // The insert of the dead instance arrives late, and changes nothing.
    release();
    await one.settle();
    expect(await look(resumeAfter)).toEqual({ resumeAfter, orderIds: [] });
  });
}

describe('a client that follows the log in memory', () => {
  following((clock) => {
    const stored: InMemoryEvents = new Map();
    const stores = newSurroundings({ events: new InMemoryEventLog(stored, clock), clock });
    return { stores: [stores, stores], logReading: (reading) => new InMemoryEventLog(stored, reading) };
  });
});

describe('a client that follows the log in the database', () => {
  let database: SharedDatabase;
  beforeAll(async () => {
    database = await SharedDatabase.open();
  });
  beforeEach(() => database.empty());
  afterAll(() => database.drop());

  following((clock) => ({
    stores: database.stores(clock),
    logReading: (reading) => database.stores(reading)[0].events,
  }));
});
