import { Histogram, type Registry } from 'prom-client';
import type { Duty } from '../../../ports/alarm-clock.ts';

/** Measures the runs of the recurring duties of this process, for Prometheus. */
export function measuredDuties(registry: Registry, duties: readonly Duty[]): readonly Duty[] {
  const seconds = new Histogram({
    name: 'kassa_duty_seconds',
    help: 'How long runs of the recurring duties took in this process, by whether they failed.',
    labelNames: ['duty', 'result'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60],
    registers: [registry],
  });
  return duties.map((duty) => {
    for (const result of ['done', 'failed']) seconds.zero({ duty: duty.name, result });
    const run = async () => {
      const startedAtMs = performance.now();
      const note = (result: 'done' | 'failed') =>
        seconds.observe({ duty: duty.name, result }, (performance.now() - startedAtMs) / 1_000);
      try {
        await duty.run();
        note('done');
      } catch (error) {
        note('failed');
        throw error;
      }
    };
    return { ...duty, run };
  });
}
