import type { World } from './world.ts';

/** Makes the sandbox's clock run faster than real time during a task, so that retries come within seconds. */
export async function whileTimeRuns<Result>(
  world: World,
  secondsPerSecond: number,
  work: Promise<Result>,
): Promise<Result> {
  const ticking = setInterval(() => {
    // An instance of the gateway may stop while the harness sends it the new time. Ignore the error: the instance learns the
    // time when it starts again.
    world.advance(secondsPerSecond * 1_000).catch(() => {});
  }, 1_000);
  try {
    return await work;
  } finally {
    clearInterval(ticking);
  }
}
