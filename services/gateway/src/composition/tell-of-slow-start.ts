import type { Logger } from 'pino';

const TELL_EVERY_MS = 10_000;

/**
 * Logs every ten seconds that the start still waits for the database. A start makes more than a hundred database operations one
 * after another, so with a slow database it takes minutes, and building an index or a migration can take minutes too. Returns a
 * function that ends the logging.
 */
export function tellOfSlowStart(logger: Pick<Logger, 'warn'>): () => void {
  const sinceMs = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - sinceMs) / 1_000);
    logger.warn(
      { seconds },
      'the gateway is still starting, and waits for the database: it answers slowly, builds an index or is being migrated',
    );
  }, TELL_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
