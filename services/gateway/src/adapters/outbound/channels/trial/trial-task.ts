import type { RawCallback } from '../../../../ports/channel-callback.ts';

/** One of the tasks that a trial performs at a processor's test environment. */
export interface TrialTask {
  readonly name: string;
  /** What the gateway should observe, in a few words. */
  readonly expected: string;
  /** Performs the task. Describes what the gateway observed in the same words as `expected`. */
  readonly see: () => Promise<string>;
}

/** What a channel needs in order to be tried. */
export interface TrialAccess<Members> {
  readonly credentials: Members;
  /** The address to call instead of the processor's own; null for the processor's own address. */
  readonly url: string | null;
  readonly fetch: typeof fetch;
  /** A random ID that distinguishes the references of this trial from those of all other trials. */
  readonly trialId: string;
  readonly startedAt: Date;
  /** Waits, to give the processor time for its next step, such as opening a dispute. */
  readonly pause: (ms: number) => Promise<void>;
  /**
   * The webhooks that the processor has delivered to this trial so far, the oldest first. Nobody has verified them yet. Null if
   * the trial receives none.
   */
  readonly webhooks: () => readonly RawCallback[] | null;
  /** Adds a processor's report to the transcript, together with the meaning that the gateway reads in it. */
  readonly note: (report: { readonly event: unknown; readonly notification: unknown }) => void;
}

/** The trial of a channel type. */
export interface Trial<Members> {
  tasks(access: TrialAccess<Members>): readonly TrialTask[];
  /** Credentials in the right format for replaying a transcript. The replay makes no calls. */
  readonly replayedWith: Members;
  readonly webhooks: TrialWebhooks<Members>;
}

export interface TrialWebhooks<Members> {
  /** Whether the trial needs the webhooks, because the processor cannot be asked for its reports. */
  readonly areNeeded: boolean;
  /** The body of the answer that the processor expects. */
  readonly acknowledgement: string;
  /** Signs a recorded report, so that a replay can verify it. */
  sign(event: unknown, credentials: Members): RawCallback;
}

export interface TrialResult {
  readonly name: string;
  readonly expected: string;
  readonly seen: string;
  readonly isAsExpected: boolean;
}

/** Performs the tasks of the list. A task that fails does not stop the others. */
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

/** Repeats `look` until it reports that the wait is over, or until all tries are used up. Returns the last observation. */
export async function until(
  { pause }: Pick<TrialAccess<unknown>, 'pause'>,
  { tries, pauseMs }: { readonly tries: number; readonly pauseMs: number },
  look: () => Promise<{ readonly isOver: boolean; readonly text: string }>,
): Promise<string> {
  for (let made = 1; ; made += 1) {
    const { isOver, text } = await look();
    if (isOver || made === tries) return text;
    await pause(pauseMs);
  }
}

/** Names an error without its message, because the message could quote a key. */
function nameOf(error: unknown): string {
  return error instanceof TrialStop ? error.message : error instanceof Error ? error.name : 'an error';
}

/** Thrown if a task cannot continue. Its message contains no secret. */
export class TrialStop extends Error {}
