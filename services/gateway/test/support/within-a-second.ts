import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 25;

/**
 * Repeats a check until another instance sees a change. A check that starts a second after the change must see it. The duration
 * of the check itself does not count, because it depends on the machine.
 * @param look throws as long as it sees the old state
 */
export async function withinASecond(look: () => Promise<void>): Promise<void> {
  const changedAtMs = performance.now();
  for (;;) {
    const isLast = performance.now() - changedAtMs >= 1_000;
    try {
      return await look();
    } catch (error) {
      if (isLast) throw error;
    }
    await delay(LOOK_EVERY_MS);
  }
}
