import type { Logger } from 'pino';
import type { IndexListener } from '../adapters/outbound/mongo/prepare-collections.ts';

const TELL_EVERY_MS = 10_000;

/**
 * Logs every ten seconds that the start still waits for the database. A start makes more than a hundred database operations one
 * after another, so it takes minutes if the database is slow. Building an index or migrating data can also take minutes.
 * Returns a function that ends the logging.
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

/** Logs which indexes are built during the start. */
export function indexesToldTo(logger: Pick<Logger, 'warn'>): IndexListener {
  return {
    buildsIndex: ({ collection, fields }, documents) =>
      logger.warn(
        { collection, fields, documents },
        'the start builds an index, because nobody ran `kassa-admin database migrate` before it',
      ),
    stillBuildsIndex: ({ collection, fields }, seconds) =>
      logger.warn({ collection, fields, seconds }, 'the database is still building an index'),
  };
}
