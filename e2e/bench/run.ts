import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openLocalDatabase } from '@kassa/local-database';
import { MongoClient } from 'mongodb';
import { buildOlderVersion, thisVersion } from './gateway-version.ts';
import * as show from './show-benches.ts';

/** The JSON file with the figures of the latest `npm run bench`, which also prints them as tables. */
const RESULTS_FILE = '.kassa/bench.json';

const benches = {
  sdk: show.showSdk,
  creations: show.showCreations,
  payments: show.showPayments,
  queries: show.showQueries,
  refunds: show.showRefunds,
  lists: show.showLists,
  webhooks: show.showWebhooks,
  merchants: show.showMerchants,
  growth: show.showGrowth,
  start: show.showStart,
  soak: show.showSoak,
} as const;
type BenchName = keyof typeof benches;

function namesToRun(asked: readonly string[]): readonly BenchName[] {
  const names = Object.keys(benches) as BenchName[];
  const unknown = asked.filter((name) => !names.includes(name as BenchName));
  if (unknown.length > 0) {
    console.error(`There is no benchmark ${unknown.join(', ')}. The benchmarks are: ${names.join(', ')}.`);
    process.exit(2);
  }
  return asked.length === 0 ? names : names.filter((name) => asked.includes(name));
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    size: { type: 'string', default: '1' },
  },
});
const names = namesToRun(positionals);
if (options.against !== undefined) console.log(`Building ${options.against} …`);
const older = options.against === undefined ? undefined : buildOlderVersion(options.against);
const database = await openLocalDatabase({
  dataFolder: '.kassa/test-database',
  onProgress: (line) => console.log(`  ${line}`),
});
console.log(`Database: ${database.description}`);
const databaseName = `bench_${randomBytes(4).toString('hex')}`;
try {
  const results: Record<string, unknown> = {};
  for (const name of names) {
    results[name] = await benches[name]({
      uri: database.uri,
      name: `${databaseName}_${name}`,
      versions: older === undefined ? [thisVersion] : [thisVersion, older],
      size: Number(options.size),
    });
  }
  mkdirSync('.kassa', { recursive: true });
  writeFileSync(RESULTS_FILE, JSON.stringify(results, null, 2));
  console.log(`In full: ${RESULTS_FILE}`);
} finally {
  const client = await new MongoClient(database.uri).connect();
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of databases.filter((found) => found.name.startsWith(databaseName))) {
    await client.db(name).dropDatabase();
  }
  await client.close();
  await database.stop();
  older?.remove();
}
