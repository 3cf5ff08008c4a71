import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { openLocalDatabase } from '@kassa/local-database';
import { MongoClient } from 'mongodb';
import { benchCreations } from './creation-bench.ts';
import { benchSigning, benchVerification, type RateRow } from './sdk-bench.ts';
import { benchWebhooks } from './webhook-bench.ts';

/** The JSON file with the figures of the latest `npm run bench`, which also prints them as tables. */
const RESULTS_FILE = '.kassa/bench.json';

function showRates(rows: readonly RateRow[]): void {
  console.table(
    rows.map(({ name, perSecond, ratio }) => ({
      name,
      'per second': Math.round(perSecond),
      'beside the first': `${ratio.toFixed(2)}×`,
    })),
  );
}

console.log('Webhooks verified per second of processor time (medians of the rounds)');
const verification = await benchVerification();
showRates(verification);
console.log('Requests signed per second of processor time (medians of the rounds)');
const signing = await benchSigning();
showRates(signing);

const database = await openLocalDatabase({
  dataFolder: '.kassa/test-database',
  onProgress: (line) => console.log(`  ${line}`),
});
console.log(`Database: ${database.description}`);
const databaseName = `kassa_bench_${randomBytes(4).toString('hex')}`;
try {
  const creations = await benchCreations(database.uri, databaseName);
  console.log('\nSigned payment creations over HTTP (medians of the rounds)');
  console.table(
    creations.rows.map((row) => ({
      server: row.server,
      concurrency: row.concurrency,
      'requests/s': Math.round(row.requestsPerSecond),
      'p50 ms': Number(row.p50Ms.toFixed(2)),
      'p99 ms': Number(row.p99Ms.toFixed(2)),
      'memory MiB': Math.round(row.memoryMib),
    })),
  );
  console.log('Gateway ÷ floor (median of the ratios round by round)');
  console.table(
    creations.ratios.map(({ concurrency, throughput, p50 }) => ({
      concurrency,
      throughput: `${throughput.toFixed(2)}×`,
      p50: `${p50.toFixed(2)}×`,
    })),
  );
  const webhooks = await benchWebhooks(database.uri, databaseName);
  console.log(
    `\nFrom the channel's result to the merchant's receiver, ${webhooks.offeredPerSecond} payments/s`,
  );
  console.table([
    {
      payments: webhooks.payments,
      'p50 ms': Number(webhooks.p50Ms.toFixed(1)),
      'p99 ms': Number(webhooks.p99Ms.toFixed(1)),
      'max ms': Number(webhooks.maxMs.toFixed(1)),
    },
  ]);
  mkdirSync('.kassa', { recursive: true });
  writeFileSync(RESULTS_FILE, JSON.stringify({ verification, signing, creations, webhooks }, null, 2));
  console.log(`In full: ${RESULTS_FILE}`);
} finally {
  const client = await new MongoClient(database.uri).connect();
  await client.db(databaseName).dropDatabase();
  await client.db(`${databaseName}_processor`).dropDatabase();
  await client.close();
  await database.stop();
}
