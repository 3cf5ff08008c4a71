import fc from 'fast-check';
import { type Story, story } from './steps.ts';
import { ModelViolation, World, type WorldOptions } from './world.ts';

/**
 * Runs stories until one goes wrong. A failure prints its seed and path; KASSA_MODEL_SEED and
 * KASSA_MODEL_PATH play it again.
 */
export async function runStories(
  numRuns: number,
  optionsFor: (story: Story) => Promise<WorldOptions>,
): Promise<void> {
  const { KASSA_MODEL_SEED: seed, KASSA_MODEL_PATH: path } = process.env;
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      await World.live(told, await optionsFor(told));
    }),
    {
      numRuns,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      ...(path === undefined ? {} : { path }),
      interruptAfterTimeLimit: 60 * 60_000,
      reporter: (details) => {
        if (!details.failed) return;
        const how = `KASSA_MODEL_SEED=${details.seed} KASSA_MODEL_PATH=${details.counterexamplePath}`;
        const cause = details.errorInstance;
        const reason =
          cause instanceof ModelViolation ? cause.message : String((cause as Error)?.stack ?? cause);
        const steps = details.counterexample?.[0].steps.map((step) => JSON.stringify(step)).join('\n');
        const { seed: turns, beginnings } = details.counterexample?.[0] ?? {};
        throw new ModelViolation(
          `after ${details.numRuns} runs; play it again with ${how}\n${reason}\nturns ${turns}, orders ${beginnings}\n${steps}`,
        );
      },
    },
  );
}

/** How many stories are told: few with every test run, many when it is asked for. */
export function numberOfRuns(variable: string, quick: number): number {
  return Number(process.env[variable] ?? quick);
}
