import type { World } from './world.ts';

/** Runs business time faster than real time during a task, so that retries come within seconds. */
export async function whileTimeRuns<Result>(
  world: World,
  secondsPerSecond: number,
  work: Promise<Result>,
): Promise<Result> {
  const ticking = setInterval(() => {
    // An instance that ends at this moment receives the time when it restarts.
    world.advance(secondsPerSecond * 1_000).catch(() => {});
  }, 1_000);
  try {
    return await work;
  } finally {
    clearInterval(ticking);
  }
}
