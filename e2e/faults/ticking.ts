import type { World } from './world.ts';

/** Lets business time run faster than real time during a task, so that retries come within seconds. */
export async function whileTimeRuns<Result>(
  world: World,
  secondsPerSecond: number,
  work: Promise<Result>,
): Promise<Result> {
  const ticking = setInterval(() => {
    // An instance may end while it is told the time. Ignore the error, because it is told the time again when it starts.
    world.advance(secondsPerSecond * 1_000).catch(() => {});
  }, 1_000);
  try {
    return await work;
  } finally {
    clearInterval(ticking);
  }
}
