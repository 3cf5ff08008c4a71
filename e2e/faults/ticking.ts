import type { World } from './world.ts';

/** Lets business time run faster than real time during a task, so that retries come within seconds. */
export async function whileTimeRuns<Result>(
  world: World,
  secondsPerSecond: number,
  work: Promise<Result>,
): Promise<Result> {
  const ticking = setInterval(() => {
    // Ignore an instance that ends at this moment. It learns the time when it starts again.
    world.advance(secondsPerSecond * 1_000).catch(() => {});
  }, 1_000);
  try {
    return await work;
  } finally {
    clearInterval(ticking);
  }
}
