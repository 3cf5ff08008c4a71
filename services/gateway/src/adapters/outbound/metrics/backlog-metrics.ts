import { Gauge, type Registry } from 'prom-client';

/** The backlog of all instances together. */
interface Reading {
  readonly queues: Readonly<Record<string, { readonly size: number; readonly oldestSeconds: number }>>;
  readonly workerSilentSeconds: number;
}

/**
 * How long a scrape waits for the backlog. Prometheus gives up a scrape after ten seconds. Without this limit, it would lose
 * all metrics of the instance while the database is slow, which is when operators need them most.
 */
const PATIENCE_MS = 2_000;

/**
 * Exports the queues of work and of cases. Every instance exports the same numbers, because they come from the database. While
 * the database is unreachable or slow, the metrics have no values.
 *
 * @param read reads the backlog, at most every few seconds
 */
export function exportBacklog(registry: Registry, read: () => Promise<Reading>): void {
  const present = () => inTime(read);
  const registers = [registry];
  const labelNames = ['queue'] as const;
  new Gauge({
    name: 'kassa_queue_size',
    help: 'What waits in a queue, over all instances: due work (orders, webhooks, callbacks), or cases for an operator.',
    labelNames,
    registers,
    async collect() {
      this.reset();
      const reading = await present();
      for (const [queue, { size }] of Object.entries(reading?.queues ?? {})) this.set({ queue }, size);
    },
  });
  new Gauge({
    name: 'kassa_queue_oldest_seconds',
    help: 'How long the first in a queue has waited, over all instances; 0 if the queue is empty.',
    labelNames,
    registers,
    async collect() {
      this.reset();
      const reading = await present();
      for (const [queue, { oldestSeconds }] of Object.entries(reading?.queues ?? {})) {
        this.set({ queue }, oldestSeconds);
      }
    },
  });
  new Gauge({
    name: 'kassa_worker_silent_seconds',
    help: 'Seconds since a worker of any instance last began a recurring duty.',
    registers,
    async collect() {
      this.remove();
      const reading = await present();
      if (reading !== undefined) this.set(reading.workerSilentSeconds);
    },
  });
}

/** Returns undefined if the reading fails or comes too late. */
async function inTime(read: () => Promise<Reading>): Promise<Reading | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  try {
    return await Promise.race([read(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
