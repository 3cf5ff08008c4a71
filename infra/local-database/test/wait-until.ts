import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves once the condition holds; rejects with its description when it takes too long. */
export async function waitUntil(
  description: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 15_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${description}`);
    await sleep(20);
  }
}
