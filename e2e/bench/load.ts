import { Pool } from 'undici';
import type { SignedRequest } from './signed-requests.ts';

/** The member `data` of an answer. */
export type Answer = Readonly<Record<string, unknown>>;

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Sends every request once, with the given number of requests at the same time and as many connections. Any answer except 200
 * is an error.
 *
 * @param check gets the data of each answer, and throws if it is wrong
 */
export async function sendAll(
  baseUrl: string,
  requests: readonly SignedRequest[],
  concurrency: number,
  check: (data: Answer, index: number) => void = () => {},
): Promise<LoadResult> {
  const pool = new Pool(baseUrl, { connections: concurrency, pipelining: 1 });
  const latenciesMs: number[] = [];
  let next = 0;
  const sendInTurn = async (): Promise<void> => {
    for (let index = next++; index < requests.length; index = next++) {
      const request = requests[index] as SignedRequest;
      const startedAtMs = performance.now();
      const response = await pool.request({
        method: request.method,
        path: request.path,
        headers: request.headers,
        body: request.body,
      });
      const text = await response.body.text();
      if (response.statusCode !== 200) throw new Error(`${baseUrl} answered ${response.statusCode}: ${text}`);
      latenciesMs.push(performance.now() - startedAtMs);
      check((JSON.parse(text) as { data: Answer }).data, index);
    }
  };
  const startedAtMs = performance.now();
  await Promise.all(Array.from({ length: concurrency }, sendInTurn));
  const seconds = (performance.now() - startedAtMs) / 1000;
  await pool.close();
  return {
    requestsPerSecond: requests.length / seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}

export function percentile(values: readonly number[], rank: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(Math.floor(sorted.length * rank), sorted.length - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
