/** How long the consumer waits without a word for what the page is loading. It normally comes within a second. */
const patienceMs = 10_000;

/** Calls `tell` if the work takes long. The work goes on. */
export async function toldIfLate<Result>(work: Promise<Result>, tell: () => void): Promise<Result> {
  const timer = setTimeout(tell, patienceMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
