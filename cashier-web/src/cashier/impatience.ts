/** How long the page loads something before it tells the consumer of the delay. Loading normally takes less than a second. */
const patienceMs = 10_000;

/** Calls `report` if the work takes a long time. In any case, the work continues. */
export async function reportIfLate<Result>(work: Promise<Result>, report: () => void): Promise<Result> {
  const timer = setTimeout(report, patienceMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
