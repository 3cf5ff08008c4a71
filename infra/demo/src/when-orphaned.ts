/** How late the end of the parent is noticed at most. */
const LOOK_EVERY_MS = 300;

/**
 * Calls back once the process that started this one is gone. Whoever ends `npm start` by a signal to npm
 * ends npm's shell with it, but not what runs in that shell.
 */
export function whenOrphaned(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, LOOK_EVERY_MS).unref();
}
