import { Gauge, type Registry } from 'prom-client';

/** The backlog of all instances together. */
interface Reading {
  readonly queues: Readonly<Record<string, { readonly size: number; readonly oldestSeconds: number }>>;
  readonly workerSilentSeconds: number;
}

/**
 * Exports the queues of work and of cases. Every instance exports the same numbers, because they come from the database. While
 * the database is unreachable, the metrics have no values.
 *
 * @param read reads the backlog, at most every few seconds
 */
export function exportBacklog(registry: Registry, read: () => Promise<Reading>): void {
  const registers = [registry];
  const labelNames = ['queue'] as const;
  new Gauge({
    name: 'kassa_queue_size',
    help: 'What waits in a queue, over all instances: due work (orders, webhooks, callbacks), or cases for an operator.',
    labelNames,
    registers,
    async collect() {
      this.reset();
      const reading = await read().catch(() => undefined);
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
      const reading = await read().catch(() => undefined);
      for (const [queue, { oldestSeconds }] of Object.entries(reading?.queues ?? {})) {
        this.set({ queue }, oldestSeconds);
      }
    },
  });
  new Gauge({
    name: 'kassa_worker_silent_seconds',
    help: 'How long no worker of any instance has begun a recurring duty.',
    registers,
    async collect() {
      this.remove();
      const reading = await read().catch(() => undefined);
      if (reading !== undefined) this.set(reading.workerSilentSeconds);
    },
  });
}
