import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when the condition is true. If that takes too long, rejects with the condition's description. */
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
