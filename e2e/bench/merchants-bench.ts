import { type EventsDatabase, expectDelivered, storeDueEvents } from './due-events.ts';
import { percentile } from './load.ts';
import { type Behaviour, ManyReceivers } from './many-receivers.ts';
import { type PaidOrder, type PayingGateway, payAll } from './paying-gateway.ts';
import { type BenchPlace, sized } from './place.ts';
import { type Comparison, compareInTurn, type Figures, type Subject } from './subject.ts';
import { type MeasuredServer, payingSubject, serversOf } from './subjects.ts';

const ROUNDS = 2;
const MERCHANTS = [1, 100, 1_000] as const;
const EVENTS = 2_000;
const HANGING_PATH = '/hanging';
/** How many events are due for the merchant who does not answer, in addition to those of the others. */
const HANGING_EVENTS = 200;
const PATIENCE_MS = 120_000;

interface Stage {
  readonly gateway: PayingGateway['gateway'];
  readonly database: EventsDatabase;
  readonly paidOrderId: string;
  readonly merchantIds: readonly string[];
  readonly hangingId: string;
  /** How many events the database has. */
  events: number;
}

/**
 * Measures how fast the gateway delivers events that are all due at the same time, as after an outage, to one or to many
 * merchants. In some runs, the merchants refuse 30 % of the first attempts, or one more merchant does not answer until the
 * others have all events. Each event must be acknowledged, and must then be stored as delivered.
 */
export function benchMerchants(place: BenchPlace): Promise<Comparison> {
  return compareInTurn(
    serversOf(place, []).map((server) => () => openMerchants(place, server)),
    ROUNDS,
  );
}

async function openMerchants(place: BenchPlace, server: MeasuredServer): Promise<Subject> {
  const receivers = await ManyReceivers.start();
  const subject = await payingSubject(place, server, {
    prepare: (paying) => prepare(place, server, paying, receivers),
    round: (_paying, stage) => measure(place, stage, receivers),
    verify: (_paying, { database, events }) => expectDelivered(database, events, PATIENCE_MS),
  })();
  return {
    ...subject,
    stop: async () => {
      await subject.stop();
      receivers.stop();
    },
  };
}

async function prepare(
  { uri }: BenchPlace,
  { databaseName }: MeasuredServer,
  paying: PayingGateway,
  receivers: ManyReceivers,
): Promise<Stage> {
  const { gateway } = paying;
  const [paid] = (await payAll(paying, 1, 1)).paid as readonly [PaidOrder];
  const { addSilentMerchant } = gateway;
  if (addSilentMerchant === undefined) throw new Error('a peer has one merchant only');
  const add = (path: string) => addSilentMerchant(receivers.url(path));
  const merchantIds: string[] = [];
  for (let index = 0; index < Math.max(...MERCHANTS); index += 1) merchantIds.push(await add(`/${index}`));
  return {
    gateway,
    database: { uri, databaseName },
    paidOrderId: paid.orderId,
    merchantIds,
    hangingId: await add(HANGING_PATH),
    events: 2,
  };
}

async function measure(place: BenchPlace, stage: Stage, receivers: ManyReceivers): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const merchants of MERCHANTS) {
    const deliver = (behaviour: Behaviour) => deliverAll(place, stage, receivers, merchants, behaviour);
    const all = await deliver({ refusedPercent: 0 });
    const some = await deliver({ refusedPercent: 30 });
    const besideHanging = await deliver({ refusedPercent: 0, hangingPath: HANGING_PATH });
    figures[`deliveries/s to ${merchants}`] = all.perSecond;
    figures[`processor ms each to ${merchants}`] = all.cpuMs;
    figures[`deliveries/s to ${merchants}, 30 % refused`] = some.perSecond;
    figures[`deliveries/s to ${merchants}, beside one that hangs`] = besideHanging.perSecond;
    figures[`p99 ms to ${merchants}`] = all.p99Ms;
    figures[`p99 to ${merchants}, beside one that hangs ÷ without`] = besideHanging.p99Ms / all.p99Ms;
  }
  return figures;
}

interface Deliveries {
  /** First attempts per second, until each event has arrived. */
  readonly perSecond: number;
  /** The time from when the events were due until they arrived. */
  readonly p99Ms: number;
  readonly cpuMs: number;
}

/** Stores due events, and waits until all of them are acknowledged. Measures only the merchants who answer. */
async function deliverAll(
  place: BenchPlace,
  stage: Stage,
  receivers: ManyReceivers,
  merchants: number,
  behaviour: Behaviour,
): Promise<Deliveries> {
  const { database, paidOrderId, merchantIds, hangingId, gateway } = stage;
  const events = sized(place, EVENTS);
  const hanging = behaviour.hangingPath === undefined ? 0 : HANGING_EVENTS;
  receivers.behave(behaviour);
  const { dueAtMs, eventIds } = await storeDueEvents(database, paidOrderId, [
    { merchantIds: [hangingId], count: hanging },
    { merchantIds: merchantIds.slice(0, merchants), count: events },
  ]);
  stage.events += events + hanging;
  const [ofHanging = [], ofOthers = []] = eventIds;
  await new Promise((resolve) => setTimeout(resolve, dueAtMs - Date.now()));
  const cpuBeforeMs = gateway.process.cpuMs;
  await untilEach(ofOthers, (eventId) => receivers.arrivedAtMs(eventId) !== undefined);
  const cpuMs = (gateway.process.cpuMs - cpuBeforeMs) / events;
  await untilEach(ofOthers, (eventId) => receivers.isAcknowledged(eventId));
  receivers.recover();
  await untilEach(ofHanging, (eventId) => receivers.isAcknowledged(eventId));
  const delaysMs = ofOthers.map((eventId) => (receivers.arrivedAtMs(eventId) ?? Number.NaN) - dueAtMs);
  return { perSecond: (1_000 * events) / Math.max(...delaysMs), p99Ms: percentile(delaysMs, 0.99), cpuMs };
}

/** @throws {Error} if the condition does not become true for each event */
async function untilEach(eventIds: readonly string[], isDone: (eventId: string) => boolean): Promise<void> {
  const giveUpAtMs = performance.now() + PATIENCE_MS;
  for (const [index, eventId] of eventIds.entries()) {
    while (!isDone(eventId)) {
      if (performance.now() > giveUpAtMs)
        throw new Error(`${eventIds.slice(index).filter((id) => !isDone(id)).length} events are missing`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
