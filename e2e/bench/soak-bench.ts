import { payAll } from './paying-gateway.ts';
import { type BenchPlace, sized } from './place.ts';
import { type Comparison, compare, type Figures } from './subject.ts';
import { expectOrders, payingSubject, serversOf } from './subjects.ts';

/**
 * How many samples of the memory are taken. The first samples, which are taken while the gateway warms up, do not count for the
 * slope.
 */
const SAMPLES = 30;
const WARM_UP_SAMPLES = 10;
const PAYMENTS_A_SAMPLE = 400;
const CONCURRENCY = 64;

/**
 * Pays orders without a pause, and measures how the gateway's memory grows. The usual number of payments takes some minutes.
 * Fails if a payment or an event is missing at the end.
 */
export async function benchSoak(place: BenchPlace): Promise<Comparison> {
  const payments = sized(place, PAYMENTS_A_SAMPLE);
  const measured = new Map<string, readonly Figures[]>();
  for (const server of serversOf(place, [])) {
    const subject = await payingSubject(place, server, {
      prepare: async () => ({ paid: 0 }),
      round: async ({ gateway, ...paying }, counts) => {
        const { paymentsPerSecond } = await payAll({ gateway, ...paying }, payments, CONCURRENCY);
        counts.paid += payments;
        return { paid: counts.paid, memoryMib: gateway.process.memoryMib, paymentsPerSecond };
      },
      verify: (_paying, { paid }, its) => expectOrders(place.uri, its, { all: paid, PAY_SUCCESS: paid }),
    })();
    try {
      const samples: Figures[] = [];
      for (let sample = 0; sample < SAMPLES; sample += 1) samples.push(await subject.round());
      await subject.verify?.();
      measured.set(server.name, [soakFigures(samples)]);
    } finally {
      await subject.stop();
    }
  }
  return { rounds: 1, rows: compare(measured) };
}

function soakFigures(samples: readonly Figures[]): Figures {
  const points = samples
    .slice(WARM_UP_SAMPLES)
    .map(({ paid = Number.NaN, memoryMib = Number.NaN }) => [paid / 1000, memoryMib] as const);
  const { slope, standardError } = slopeOf(points);
  return {
    payments: samples.at(-1)?.paid ?? Number.NaN,
    'memory MiB at the end': samples.at(-1)?.memoryMib ?? Number.NaN,
    'most memory MiB': Math.max(...samples.map(({ memoryMib = Number.NaN }) => memoryMib)),
    'slope, MiB for 1,000 payments': slope,
    'standard error of the slope': standardError,
  };
}

/** The slope of the line of least squares, and its standard error. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): {
  readonly slope: number;
  readonly standardError: number;
} {
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = meanOf(points.map(([x]) => x));
  const meanY = meanOf(points.map(([, y]) => y));
  const squares = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / squares;
  const residues = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, standardError: Math.sqrt(residues / (points.length - 2) / squares) };
}
