import { setTimeout as delay } from 'node:timers/promises';
import { memoryMibOf } from '../process-memory.ts';
import type { Stage } from './stage.ts';

const LOOK_EVERY_MS = 2_000;

/** What was measured at a gateway while it was watched. */
interface Watched {
  /** The 99th percentile of the delay of its event loop, over the whole time, in milliseconds. */
  readonly delayMs: number;
  /** The resident memory of its process every two seconds, in MiB. */
  readonly memoryMib: readonly number[];
}

/** Watches a gateway until `work` ends. During this time, nobody else may read the gateway's metrics. */
export async function watchProcess({ facts, gatewayPid }: Stage, work: Promise<unknown>): Promise<Watched> {
  let isAtWork = true;
  const ended = work.finally(() => {
    isAtWork = false;
  });
  // Reading the delays forgets those before.
  await readDelayMs(facts.operationsUrl);
  const memoryMib: number[] = [];
  while (isAtWork) {
    await Promise.race([delay(LOOK_EVERY_MS), ended]);
    memoryMib.push(memoryMibOf(gatewayPid));
  }
  await ended;
  return { delayMs: await readDelayMs(facts.operationsUrl), memoryMib };
}

async function readDelayMs(operationsUrl: string): Promise<number> {
  const text = await (await fetch(`${operationsUrl}/metrics`)).text();
  const [, seconds] = /^nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? (\S+)$/m.exec(text) ?? [];
  return Number(seconds) * 1000;
}
