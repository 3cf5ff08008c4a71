import { CommandCounter } from './command-counter.ts';
import { sendAll } from './load.ts';
import { startMeasuredGateway } from './measured-gateway.ts';
import { type PayingGateway, payAll, startPayingGateway } from './paying-gateway.ts';
import { type BenchPlace, databaseOf, sized } from './place.ts';
import { signCreations } from './signed-requests.ts';
import { type Comparison, compare, compareInTurn, type Figures } from './subject.ts';
import { expectOrders, payingSubject, serversOf } from './subjects.ts';

const ROUNDS = 3;
const loads = [
  { concurrency: 1, payments: 60 },
  { concurrency: 8, payments: 200 },
  { concurrency: 32, payments: 600 },
] as const;
/** The number of order creations with which the payments are compared. */
const CREATIONS = { concurrency: 64, requests: 4_000 } as const;
/**
 * The loads at which the commands are counted. With 32 payments at the same time, commands of different payments are sent
 * together.
 */
const countedLoads = [
  { concurrency: 1, payments: 50 },
  { concurrency: 32, payments: 320 },
] as const;

/**
 * Measures whole payments, until the merchant has `order.payment.succeeded`. Each round also measures creations at the same
 * server, so that the machine's speed affects both.
 */
export function benchPayments(place: BenchPlace): Promise<Comparison> {
  return compareInTurn(
    serversOf(place, ['floor', 'express']).map((server) =>
      payingSubject(place, server, {
        prepare: async () => ({ paid: 0, created: 0 }),
        round: (paying, counts) => measure(place, paying, counts),
        verify: async (paying, { paid, created }, its) => {
          await expectOrders(place.uri, its, { all: paid + created, PAY_SUCCESS: paid });
          expectReceived(paying, paid);
        },
      }),
    ),
    ROUNDS,
  );
}

async function measure(
  place: BenchPlace,
  paying: PayingGateway,
  counts: { paid: number; created: number },
): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const { concurrency, payments: usual } of loads) {
    const payments = sized(place, usual);
    Object.assign(figures, named(await payAll(paying, payments, concurrency), concurrency));
    counts.paid += payments;
  }
  const { gateway } = paying;
  const creations = sized(place, CREATIONS.requests);
  const signed = signCreations(gateway, creations);
  const { requestsPerSecond } = await sendAll(gateway.merchantUrl, signed, CREATIONS.concurrency);
  counts.created += creations;
  figures['creations/s at 64'] = requestsPerSecond;
  figures['creations at 64 for a payment at 32'] =
    requestsPerSecond / (figures['payments/s at 32'] ?? Number.NaN);
  return { ...figures, 'memory MiB': gateway.process.memoryMib };
}

/** Counts the commands that the gateway sends to the database for one payment. */
export async function countCommands(place: BenchPlace): Promise<Comparison> {
  const counted = new Map<string, readonly Figures[]>();
  for (const version of place.versions) {
    const counter = await CommandCounter.start(place.uri);
    try {
      const paying = await startPayingGateway({
        mongoUri: counter.uri,
        databaseName: databaseOf(place, `${version.name}_c`),
        start: (surroundings) => startMeasuredGateway(surroundings, version),
        processorUri: place.uri,
      });
      try {
        counted.set(version.name, [await countWith(place, counter, paying)]);
      } finally {
        await paying.stop();
      }
    } finally {
      counter.stop();
    }
  }
  return { rounds: 1, rows: compare(counted) };
}

async function countWith(
  place: BenchPlace,
  counter: CommandCounter,
  paying: PayingGateway,
): Promise<Figures> {
  const figures: Record<string, number> = {};
  await payAll(paying, 10, 1);
  for (const { concurrency, payments: usual } of countedLoads) {
    const payments = sized(place, usual);
    counter.reset();
    await payAll(paying, payments, concurrency);
    let all = 0;
    for (const [command, count] of counter.counts) {
      all += count / payments;
      if (count / payments >= 0.05) figures[`${command} at ${concurrency}`] = count / payments;
    }
    figures[`all commands at ${concurrency}`] = all;
  }
  return figures;
}

function named(
  { paymentsPerSecond, p50Ms, p99Ms, cpuMs }: Awaited<ReturnType<typeof payAll>>,
  concurrency: number,
): Figures {
  return {
    [`payments/s at ${concurrency}`]: paymentsPerSecond,
    [`p50 ms at ${concurrency}`]: p50Ms,
    [`p99 ms at ${concurrency}`]: p99Ms,
    [`processor ms each at ${concurrency}`]: cpuMs,
  };
}

/** @throws {Error} if the merchant did not get the event of each payment */
function expectReceived(paying: PayingGateway, payments: number): void {
  for (const event of ['order.payment.processing', 'order.payment.succeeded'] as const) {
    const received = paying.countReceived(event);
    if (received !== payments) throw new Error(`the merchant has ${received} of ${payments} events ${event}`);
  }
}
