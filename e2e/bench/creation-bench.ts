import { type LoadResult, median, sendAll } from './load.ts';
import { freePort, startMeasuredGateway } from './measured-gateway.ts';
import { ServerProcess } from './server-process.ts';
import { signCreations } from './signed-requests.ts';

/**
 * The number of measuring rounds. Each round measures both servers, one after the other, so that a change in the machine's
 * speed affects both.
 */
const ROUNDS = 5;
const loads = [
  { concurrency: 1, requests: 300 },
  { concurrency: 8, requests: 1_500 },
  { concurrency: 64, requests: 4_000 },
] as const;

export interface CreationRow {
  readonly server: 'gateway' | 'floor';
  readonly concurrency: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly memoryMib: number;
}

export interface CreationReport {
  readonly rows: readonly CreationRow[];
  /**
   * The gateway's results divided by those of the floor (a minimal server), for each number of concurrent requests. Each ratio
   * is the median of all rounds.
   */
  readonly ratios: readonly { concurrency: number; throughput: number; p50: number }[];
}

/**
 * Measures how fast payments are created with signed requests, at the gateway and at the floor (a minimal server). Both use the
 * same database and are measured in turn.
 */
export async function benchCreations(mongoUri: string, databaseName: string): Promise<CreationReport> {
  const gateway = await startMeasuredGateway({
    mongoUri,
    databaseName,
    merchantPort: await freePort(),
    // No processor listens at this address, and none is needed, because creating an order makes no call to a channel.
    processor: { baseUrl: 'http://127.0.0.1:9', apiKey: 'x'.repeat(16), callbackSecret: 'x'.repeat(16) },
    webhookUrl: 'http://127.0.0.1:9/webhooks',
  });
  const floor = await ServerProcess.start(
    new URL('./floor-server.ts', import.meta.url),
    {
      FLOOR_PUBLIC_KEY: gateway.publicKeyPem,
      FLOOR_MONGODB_URI: mongoUri,
      FLOOR_DATABASE_NAME: databaseName,
    },
    /listening on (\d+)/,
  );
  const servers = [
    { server: 'gateway', url: gateway.merchantUrl, process: gateway.process },
    { server: 'floor', url: `http://127.0.0.1:${floor.ready[1]}`, process: floor.process },
  ] as const;

  const rows: CreationRow[] = [];
  const ratios: { concurrency: number; throughput: number; p50: number }[] = [];
  try {
    for (const { url } of servers)
      await sendAll(url, signCreations(gateway.merchantId, gateway.privateKey, 500), 16);
    for (const { concurrency, requests } of loads) {
      const results: Record<'gateway' | 'floor', LoadResult[]> = { gateway: [], floor: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { server, url } of servers) {
          const signed = signCreations(gateway.merchantId, gateway.privateKey, requests);
          results[server].push(await sendAll(url, signed, concurrency));
        }
      }
      for (const { server, process } of servers) {
        rows.push({ server, concurrency, ...medians(results[server]), memoryMib: process.memoryMib });
      }
      ratios.push({
        concurrency,
        throughput: medianRatio(results.gateway, results.floor, 'requestsPerSecond'),
        p50: medianRatio(results.gateway, results.floor, 'p50Ms'),
      });
    }
  } finally {
    await gateway.process.stop();
    await floor.process.stop();
  }
  return { rows, ratios };
}

function medians(results: readonly LoadResult[]): LoadResult {
  return {
    requestsPerSecond: median(results.map((result) => result.requestsPerSecond)),
    p50Ms: median(results.map((result) => result.p50Ms)),
    p99Ms: median(results.map((result) => result.p99Ms)),
  };
}

function medianRatio(
  gateway: readonly LoadResult[],
  floor: readonly LoadResult[],
  figure: keyof LoadResult,
): number {
  return median(gateway.map((result, round) => result[figure] / (floor[round]?.[figure] ?? Number.NaN)));
}
