import fc, { type RunDetails } from 'fast-check';
import type { WorldOptions } from './stage.ts';
import { type Story, story } from './steps.ts';
import { ModelViolation, World } from './world.ts';

/** How long a failed story may be shortened. Then the shortest failing story found so far is printed. */
const SHORTENING_MS = 45_000;
/** How long the first stories may take in addition. They load and compile the code, on a busy machine for minutes. */
const LOADING_MS = 300_000;
/** The longest time that a story may take. A busy machine takes many times as long as an idle one. */
const LONGEST_STORY_MS = 3_000;

/**
 * Runs stories until one fails. A failure prints its seed and path; KASSA_MODEL_SEED and KASSA_MODEL_PATH replay it.
 *
 * @param lane one of several that run at once, each with its own stories
 */
export async function runStories(
  numRuns: number,
  optionsFor: (story: Story) => Promise<WorldOptions>,
  lane = 0,
): Promise<void> {
  const { KASSA_MODEL_SEED, KASSA_MODEL_PATH: path, KASSA_MODEL_UNSHORTENED } = process.env;
  const seed = KASSA_MODEL_SEED ?? (isLongForm() ? undefined : SEED_OF_EACH_TEST_RUN + lane);
  let failedAt = Number.POSITIVE_INFINITY;
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      if (performance.now() - failedAt > SHORTENING_MS) return;
      try {
        await World.live(told, await optionsFor(told));
      } catch (error) {
        failedAt = Math.min(failedAt, performance.now());
        throw error;
      }
    }),
    {
      numRuns,
      // Whoever only asks whether a story fails need not wait until it is shortened.
      endOnFailure: KASSA_MODEL_UNSHORTENED !== undefined,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      ...(path === undefined ? {} : { path }),
      reporter: (details) => {
        if (details.failed) throw new ModelViolation(describeFailure(details));
      },
    },
  );
}

function describeFailure(details: RunDetails<[Story]>): string {
  const { seed, counterexample, counterexamplePath, errorInstance } = details;
  const reason =
    errorInstance instanceof ModelViolation
      ? errorInstance.message
      : String(errorInstance instanceof Error ? errorInstance.stack : errorInstance);
  const told = counterexample?.[0];
  return [
    `story ${details.numRuns} went wrong; KASSA_MODEL_SEED=${seed} KASSA_MODEL_PATH=${counterexamplePath} play it again`,
    reason,
    `turns ${told?.seed}, orders ${told?.beginnings.join(', ')}`,
    `mute vendors: ${told?.vendors.map(({ isMute }) => isMute).join(', ')}`,
    ...(told?.steps ?? []).map((step) => JSON.stringify(step)),
  ].join('\n');
}

/** The seed of ordinary test runs, which all run the same stories. Only the long form runs new stories. */
const SEED_OF_EACH_TEST_RUN = 20_261_122;

function isLongForm(): boolean {
  return process.env.KASSA_MODEL_RUNS !== undefined || process.env.KASSA_MODEL_DATABASE_RUNS !== undefined;
}

/** Returns how many stories each lane runs. A replayed story runs alone. */
export function sharesOf(stories: number, lanes: number): readonly number[] {
  if (process.env.KASSA_MODEL_SEED !== undefined) return [stories];
  return Array.from({ length: lanes }, (_, lane) => Math.floor((stories + lane) / lanes));
}

/** Returns how many stories run: few in an ordinary test run, or the number in the environment variable. */
export function numberOfStories(variable: string, quick: number): number {
  return Number(process.env[variable] ?? quick);
}

export function timeFor(stories: number): number {
  return LOADING_MS + 2 * SHORTENING_MS + stories * LONGEST_STORY_MS;
}
