/** How long the page loads something before it tells the consumer of the delay. Loading normally takes less than a second. */
const patienceMs = 10_000;

/** Calls `tell` if the work takes a long time. In any case, the work continues. */
export async function toldIfLate<Result>(work: Promise<Result>, tell: () => void): Promise<Result> {
  const timer = setTimeout(tell, patienceMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
