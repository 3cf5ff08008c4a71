/** How many calls a rate of one a second lets through from now on: its burst, and one for each second that the machine takes. */
export function mostAtACallASecond(burst: number): () => number {
  const startedAtMs = performance.now();
  return () => burst + Math.floor((performance.now() - startedAtMs) / 1_000);
}
