import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { openLocalDatabase } from '@kassa/local-database';
import { MongoClient } from 'mongodb';
import { showCreations, showPayments, showSdk, showWebhooks } from './show-benches.ts';

/** The JSON file with the figures of the latest `npm run bench`, which also prints them as tables. */
const RESULTS_FILE = '.kassa/bench.json';

const benches = {
  sdk: showSdk,
  creations: showCreations,
  payments: showPayments,
  webhooks: showWebhooks,
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

const names = namesToRun(process.argv.slice(2));
const database = await openLocalDatabase({
  dataFolder: '.kassa/test-database',
  onProgress: (line) => console.log(`  ${line}`),
});
console.log(`Database: ${database.description}`);
const databaseName = `kassa_bench_${randomBytes(4).toString('hex')}`;
try {
  const results: Record<string, unknown> = {};
  for (const name of names) {
    results[name] = await benches[name]({ uri: database.uri, name: `${databaseName}_${name}` });
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
}
