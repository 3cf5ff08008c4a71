import type { ServerPlan, WayOptions, WayOutcome } from './database-source.ts';
import { planDocumentDb } from './ways/documentdb.ts';
import { planDownloadedMongod } from './ways/downloaded-mongod.ts';
import { planInstalledMongod } from './ways/installed-mongod.ts';

interface Way {
  /**
   * Describes one way to get a database, for example "an installed mongod". If no way is available, the error message lists all
   * of them with these names.
   */
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
 * Tries the ways to run a database, most preferred first. Resolves to the plan of the first way that is available on this
 * machine. If no way is available, rejects with a message that gives the reason for each way.
 */
export async function choosePlan(options: WayOptions): Promise<ServerPlan> {
  const closed = ['  1. MONGODB_URI, the connection string of a running MongoDB: it is not set'];
  for (const [index, { name, plan }] of WAYS.entries()) {
    const outcome = await plan(options);
    if (outcome.kind === 'planned') return outcome.plan;
    closed.push(`  ${index + 2}. ${name}: ${outcome.reason}`);
  }
  throw new Error(
    `No database was found, and none can be started here. Any of these options would work:\n${closed.join('\n')}`,
  );
}
