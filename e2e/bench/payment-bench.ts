import { CommandCounter } from './command-counter.ts';
import { median, percentile, sendAll } from './load.ts';
import { Payer } from './payer.ts';
import { type PayingGateway, startPayingGateway } from './paying-gateway.ts';
import { signCreations } from './signed-requests.ts';

const ROUNDS = 3;
const loads = [
  { concurrency: 1, payments: 60 },
  { concurrency: 8, payments: 300 },
  { concurrency: 32, payments: 600 },
] as const;
/** The creations with which the payments are compared. */
const CREATIONS = { concurrency: 64, requests: 4_000 } as const;
/**
 * The loads at which the commands are counted. With 32 payments at once, the commands of different payments travel together.
 */
const countedLoads = [
  { concurrency: 1, payments: 50 },
  { concurrency: 32, payments: 320 },
] as const;

export interface PaymentRow {
  readonly concurrency: number;
  readonly paymentsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the gateway for one payment. */
  readonly gatewayCpuMs: number;
  readonly memoryMib: number;
}

export interface PaymentReport {
  readonly rows: readonly PaymentRow[];
  readonly creationsPerSecond: number;
  /** Creations per second at 64, divided by whole payments per second at 32; the median of the rounds. */
  readonly creationsPerPayment: number;
  readonly commands: readonly CommandRow[];
}

/** How many commands of one kind the gateway sends to the database for one payment, by the number of concurrent payments. */
export interface CommandRow {
  readonly command: string;
  readonly perPayment: ReadonlyMap<number, number>;
}

/**
 * Measures whole payments: create, list the methods, open and submit an attempt, the channel's callback, and the webhook that
 * tells the merchant. A payment ends when the merchant has `order.payment.succeeded`. Each round also measures creations at the
 * same gateway, so that the machine's speed affects both.
 */
export async function benchPayments(mongoUri: string, databaseName: string): Promise<PaymentReport> {
  const paying = await startPayingGateway(mongoUri, databaseName);
  const rows: PaymentRow[] = [];
  const creations: number[] = [];
  const ratios: number[] = [];
  try {
    await payAll(paying, 100, 8);
    const results = new Map<number, PaymentRow[]>(loads.map(({ concurrency }) => [concurrency, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { concurrency, payments } of loads) {
        results.get(concurrency)?.push(await payAll(paying, payments, concurrency));
      }
      const { merchantId, privateKey, merchantUrl } = paying.gateway;
      const signed = signCreations(merchantId, privateKey, CREATIONS.requests);
      const { requestsPerSecond } = await sendAll(merchantUrl, signed, CREATIONS.concurrency);
      creations.push(requestsPerSecond);
      ratios.push(requestsPerSecond / (results.get(32)?.at(-1)?.paymentsPerSecond ?? Number.NaN));
    }
    for (const [, measured] of results) rows.push(medianOf(measured));
  } finally {
    await paying.stop();
  }
  const commands = await countCommands(mongoUri, `${databaseName}_counted`);
  return { rows, creationsPerSecond: median(creations), creationsPerPayment: median(ratios), commands };
}

async function payAll(paying: PayingGateway, payments: number, concurrency: number): Promise<PaymentRow> {
  const { gateway } = paying;
  const requests = signCreations(gateway.merchantId, gateway.privateKey, payments);
  const payer = new Payer(gateway, concurrency);
  const latenciesMs: number[] = [];
  let next = 0;
  const payInTurn = async (): Promise<void> => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      const startedAtMs = performance.now();
      let told: Promise<void> | undefined;
      await payer.pay(request, (orderId) => {
        told = paying.told(orderId);
      });
      await told;
      latenciesMs.push(performance.now() - startedAtMs);
    }
  };
  const cpuBeforeMs = gateway.process.cpuMs;
  const startedAtMs = performance.now();
  await Promise.all(Array.from({ length: concurrency }, payInTurn));
  const seconds = (performance.now() - startedAtMs) / 1000;
  await payer.close();
  return {
    concurrency,
    paymentsPerSecond: payments / seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    gatewayCpuMs: (gateway.process.cpuMs - cpuBeforeMs) / payments,
    memoryMib: gateway.process.memoryMib,
  };
}

function medianOf(rows: readonly PaymentRow[]): PaymentRow {
  const of = (figure: keyof PaymentRow) => median(rows.map((row) => row[figure]));
  return {
    concurrency: of('concurrency'),
    paymentsPerSecond: of('paymentsPerSecond'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    gatewayCpuMs: of('gatewayCpuMs'),
    memoryMib: of('memoryMib'),
  };
}

async function countCommands(mongoUri: string, databaseName: string): Promise<readonly CommandRow[]> {
  const counter = await CommandCounter.start(mongoUri);
  const paying = await startPayingGateway(counter.uri, databaseName, mongoUri);
  const counted = new Map<string, Map<number, number>>();
  try {
    await payAll(paying, 10, 1);
    for (const { concurrency, payments } of countedLoads) {
      counter.reset();
      await payAll(paying, payments, concurrency);
      for (const [command, count] of counter.counts) {
        const row = counted.get(command) ?? new Map<number, number>();
        counted.set(command, row.set(concurrency, count / payments));
      }
    }
  } finally {
    await paying.stop();
    counter.stop();
  }
  return [...counted].map(([command, perPayment]) => ({ command, perPayment }));
}
