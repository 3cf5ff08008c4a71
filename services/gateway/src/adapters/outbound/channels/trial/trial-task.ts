/** One item of the fixed list that a trial walks through at a processor's test environment. */
export interface TrialTask {
  readonly name: string;
  /** What the gateway must see, in a few words. */
  readonly expected: string;
  /** Tries it, and returns what the gateway saw, in the same words. */
  readonly see: () => Promise<string>;
}

/** What a channel needs in order to be tried. */
export interface TrialAccess<Members> {
  readonly credentials: Members;
  /** The address to call instead of the processor's own; null to call the processor's own. */
  readonly url: string | null;
  readonly fetch: typeof fetch;
  /** A random ID that makes the references of this trial differ from those of all others. */
  readonly trialId: string;
  readonly startedAt: Date;
  /** Waits until the processor has gone on, for example until it has opened a dispute. */
  readonly pause: (ms: number) => Promise<void>;
  /** Adds what a report of the processor means to the transcript. */
  readonly note: (report: { readonly event: unknown; readonly notification: unknown }) => void;
}

export interface TrialResult {
  readonly name: string;
  readonly expected: string;
  readonly seen: string;
  readonly isAsExpected: boolean;
}

/** Walks through the list. A task that fails does not stop the others. */
export async function runTrial(
  tasks: readonly TrialTask[],
  tell: (result: TrialResult) => void,
): Promise<readonly TrialResult[]> {
  const results: TrialResult[] = [];
  for (const { name, expected, see } of tasks) {
    const seen = await see().catch((error: unknown) => `failed: ${nameOf(error)}`);
    const result = { name, expected, seen, isAsExpected: seen === expected };
    results.push(result);
    tell(result);
  }
  return results;
}

/** Names an error without its message, because the message could quote a key. */
function nameOf(error: unknown): string {
  return error instanceof TrialStop ? error.message : error instanceof Error ? error.name : 'an error';
}

/** Thrown if a task cannot go on. Its message contains no secret. */
export class TrialStop extends Error {}
