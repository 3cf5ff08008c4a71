/**
 * Returns a function that says how many calls a rate limit of one per second has let through since now: its burst, and one for
 * each second that has passed.
 */
export function mostAtACallASecond(burst: number): () => number {
  const startedAtMs = performance.now();
  return () => burst + Math.floor((performance.now() - startedAtMs) / 1_000);
}
