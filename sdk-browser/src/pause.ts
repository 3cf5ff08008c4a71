const firstPauseMs = 500;
const longestPauseMs = 15_000;

/** Doubles from half a second to fifteen, less up to a quarter, so that many pages do not return at once. */
export function backoffMs(failures: number): number {
  const fullMs = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
  return fullMs * (1 - Math.random() / 4);
}

/** Waits, but goes on at once when the network returns or the consumer looks at the page again. */
export function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const wakers: readonly [EventTarget | undefined, string][] = [
      [globalThis.window, 'online'],
      [globalThis.document, 'visibilitychange'],
    ];
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abandon);
      for (const [target, event] of wakers) target?.removeEventListener(event, wake);
    };
    const wake = () => {
      stop();
      resolve();
    };
    const abandon = () => {
      stop();
      reject(signal.reason);
    };
    const timer = setTimeout(wake, durationMs);
    if (signal.aborted) return abandon();
    signal.addEventListener('abort', abandon);
    for (const [target, event] of wakers) target?.addEventListener(event, wake);
  });
}
