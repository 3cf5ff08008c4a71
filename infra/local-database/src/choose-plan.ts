import type { ServerPlan, WayOptions, WayOutcome } from './database-source.ts';
import { planDocumentDb } from './ways/documentdb.ts';
import { planDownloadedMongod } from './ways/downloaded-mongod.ts';
import { planInstalledMongod } from './ways/installed-mongod.ts';

interface Way {
  /** The name of this way to get a database. If none of the ways is available, an error message lists them all by name. */
  readonly name: string;
  readonly plan: (options: WayOptions) => Promise<WayOutcome>;
}

/**
 * The ways to run a database on this machine, most preferred first. They are options 2 to 4 of the README. Option 1 is a
 * database that already runs elsewhere.
 */
const WAYS: readonly Way[] = [
  { name: 'an installed mongod (on the PATH, or named by MONGOMS_SYSTEM_BINARY)', plan: planInstalledMongod },
  { name: 'a mongod downloaded by mongodb-memory-server', plan: planDownloadedMongod },
  { name: 'DocumentDB with FerretDB, installed on Debian or Ubuntu as root with Go', plan: planDocumentDb },
];

/**
 * Chooses the plan of the first way to run a database that is available on this machine. If none is available, rejects with a
 * message that says why, for each way.
 */
export async function choosePlan(options: WayOptions): Promise<ServerPlan> {
  const closed = ['  1. MONGODB_URI, the connection string of a MongoDB that runs: it is not set'];
  for (const [index, { name, plan }] of WAYS.entries()) {
    const outcome = await plan(options);
    if (outcome.kind === 'planned') return outcome.plan;
    closed.push(`  ${index + 2}. ${name}: ${outcome.reason}`);
  }
  throw new Error(
    `No database was found, and none can be started here. Any one of these ways helps:\n${closed.join('\n')}`,
  );
}
