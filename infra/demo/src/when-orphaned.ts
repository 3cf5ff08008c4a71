/** How often to check whether the parent process still exists. */
const LOOK_EVERY_MS = 300;

/**
 * Calls a function once the parent process has ended. This is needed because a signal to npm ends npm's shell, but not the
 * processes in that shell.
 */
export function whenOrphaned(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, LOOK_EVERY_MS).unref();
}
