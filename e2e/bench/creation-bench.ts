import { sendAll } from './load.ts';
import { type BenchPlace, sized } from './place.ts';
import { signCreations } from './signed-requests.ts';
import { type Comparison, compareInTurn, type Figures, type Subject } from './subject.ts';
import { expectOrders, type MeasuredServer, serversOf, startLoneServer } from './subjects.ts';

const ROUNDS = 5;
const loads = [
  { concurrency: 1, requests: 300 },
  { concurrency: 8, requests: 1_500 },
  { concurrency: 64, requests: 4_000 },
] as const;

/** Measures how fast payment orders are created with signed requests, and compares this with the floor and the Express peer. */
export function benchCreations(place: BenchPlace): Promise<Comparison> {
  return compareInTurn(
    serversOf(place, ['floor', 'express']).map((server) => () => openCreations(place, server)),
    ROUNDS,
  );
}

async function openCreations(place: BenchPlace, server: MeasuredServer): Promise<Subject> {
  // Creating an order makes no call to a channel.
  const measured = await startLoneServer(place.uri, server);
  let created = 0;
  return {
    name: server.name,
    round: async () => {
      const figures: Record<string, number> = {};
      for (const { concurrency, requests: usual } of loads) {
        const requests = sized(place, usual);
        const signed = signCreations(measured, requests);
        const cpuBeforeMs = measured.process.cpuMs;
        const { requestsPerSecond, p50Ms, p99Ms } = await sendAll(measured.merchantUrl, signed, concurrency);
        created += requests;
        figures[`creations/s at ${concurrency}`] = requestsPerSecond;
        figures[`p50 ms at ${concurrency}`] = p50Ms;
        figures[`p99 ms at ${concurrency}`] = p99Ms;
        figures[`processor ms each at ${concurrency}`] = (measured.process.cpuMs - cpuBeforeMs) / requests;
      }
      return { ...figures, 'memory MiB': measured.process.memoryMib } satisfies Figures;
    },
    verify: () => expectOrders(place.uri, server, { all: created }),
    stop: () => measured.process.stop(),
  };
}
