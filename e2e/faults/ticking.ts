import type { World } from './world.ts';

/** Lets business time run faster than real time while something is done: retries come in seconds. */
export async function whileTimeRuns<Result>(
  world: World,
  secondsPerSecond: number,
  work: Promise<Result>,
): Promise<Result> {
  const ticking = setInterval(() => {
    // An instance that ends at this moment hears the time when it is started again.
    world.advance(secondsPerSecond * 1_000).catch(() => {});
  }, 1_000);
  try {
    return await work;
  } finally {
    clearInterval(ticking);
  }
}
