import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
const PAUSE_MS = 50;

/**
 * Calls `ask` until it returns neither undefined nor false. It also repeats a call that fails, because calls fail while a page
 * is being replaced, for example if a frame is gone.
 */
export async function waitUntil<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  let lastError: unknown;
  while (performance.now() < deadline) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    await pause(PAUSE_MS);
  }
  const cause = lastError instanceof Error ? `: ${lastError.message.trim().split('\n')[0]}` : '';
  throw new Error(`waited ${patienceMs / 1000} s for ${what}${cause}`);
}
