import type { LoggerOptions } from 'pino';
import { StorageRefused } from '../ports/storage-refused.ts';
import { TemporarilyUnavailable } from '../ports/temporarily-unavailable.ts';

/** The minimum time between two lines that are logged during an outage. */
const LINE_EVERY_MS = 1_000;

type Hooks = NonNullable<LoggerOptions['hooks']>;

/**
 * Returns a hook of the logger. While the database is unreachable or refuses operations, the hook writes at most one line a
 * second about this. During an outage, every call and every recurring duty fails. If each failure were logged, the log would
 * fill the disk. Each line says how many lines were left out before it.
 */
export function logOutagesSparingly(): Hooks {
  let nextAtMs = 0;
  let leftOut = 0;
  return {
    logMethod(args, method) {
      const [facts, ...rest] = args;
      if (!isAboutOutage(facts)) return method.apply(this, args);
      const nowMs = performance.now();
      if (nowMs < nextAtMs) {
        leftOut += 1;
        return;
      }
      nextAtMs = nowMs + LINE_EVERY_MS;
      method.apply(this, [{ ...facts, leftOut }, ...rest]);
      leftOut = 0;
    },
  };
}

function isAboutOutage(facts: unknown): facts is { readonly err: unknown } {
  return typeof facts === 'object' && facts !== null && 'err' in facts && isOutage(facts.err);
}

/**
 * Whether an error comes from the database. This includes the database driver's own errors, which the library for recurring
 * duties passes on.
 */
function isOutage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isOutage);
  return (
    error instanceof TemporarilyUnavailable ||
    error instanceof StorageRefused ||
    (error instanceof Error && /^Mongo/.test(error.name))
  );
}
