import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { faultChecks } from './checks/fault-checks.ts';
import { versionsInTurn } from './checks/versions-in-turn.ts';
import { checkOutVersion } from './instance/gateway-version.ts';
import { readOptions } from './options.ts';
import { type CheckResult, writeResults } from './report/fault-run.ts';
import { Totals } from './report/totals.ts';
import { runChecks } from './run-checks.ts';
import { OwnDatabase } from './surroundings/own-database.ts';
import { World } from './world.ts';

/**
 * The program behind `npm run faults`. It causes every fault of the fault table, and then compares what the gateway, the
 * processor and the merchants have recorded.
 */
const folder = join(import.meta.dirname, '../../.kassa');
const evidenceFolder = join(folder, 'faults-contradictions');
const options = readOptions(process.argv.slice(2));
const { mode, seed } = options;
const replay =
  `Replay with: npm run faults -- --mode ${mode} --seed ${seed}` +
  (options.before === undefined ? '' : ` --before ${options.before}`);
const startedAtMs = performance.now();
const totals = new Totals();
const results: CheckResult[] = [];
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort(`${signal} stopped the harness`));
}

function show({ title, status, seconds, measured, remarks }: CheckResult): void {
  const sign = { passed: '✓', failed: '✗', skipped: '-' }[status];
  const numbers = Object.entries(measured).map(([name, value]) => `${name} ${value}`);
  const shown = numbers.length === 0 ? '' : ` [${numbers.join(', ')}]`;
  console.log(`${sign} ${title} (${seconds} s)${shown}`);
  for (const remark of remarks) console.log(`    ${remark}`);
}

async function runInWorld(): Promise<void> {
  const onProgress = (line: string): void => console.log(`  ${line}`);
  const before =
    options.before === undefined
      ? undefined
      : await checkOutVersion(options.before, join(folder, 'versions'), onProgress);
  const checks = before === undefined ? faultChecks : [versionsInTurn(before)];
  const database = await OwnDatabase.open({
    dataFolder: join(folder, 'faults-database'),
    isForeignAllowed: options.usesMongodbUri,
    onProgress,
  });
  console.log(`  database: ${database.description}`);
  let world: World | undefined;
  try {
    world = await World.start(database, folder, evidenceFolder, before);
    results.push(...(await runChecks(checks, world, options, totals, stop.signal)));
  } finally {
    await world?.stop().catch((error: unknown) => console.error(error));
    await database.stop();
  }
}

console.log(`Faults, ${mode} mode. ${replay}`);
mkdirSync(folder, { recursive: true });
rmSync(evidenceFolder, { recursive: true, force: true });
try {
  await runInWorld();
} catch (error) {
  const remarks = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  const rows: readonly number[] = [];
  results.push({
    title: 'the fault harness runs',
    rows,
    status: 'failed',
    seconds: 0,
    measured: {},
    remarks,
  });
}
for (const result of results) show(result);
const count = (status: CheckResult['status']) => results.filter((result) => result.status === status).length;
const failed = count('failed');
const seconds = Math.round((performance.now() - startedAtMs) / 1000);
writeResults(join(folder, 'faults-results.json'), { seed, mode, seconds, checks: results, totals });
for (const webhook of totals.untrusted) console.log(`    a webhook that no merchant could trust: ${webhook}`);
console.log(
  `${totals.cycles} kills at ${totals.failPoints.size} fail points, ${totals.databaseKills} kills of the database; ` +
    `lost: ${totals.lostWrites} writes, ${totals.lostEvents} events; ` +
    `refunds beyond the amount: ${totals.refundsBeyondAmount}; ${seconds} s`,
);
console.log(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`);
if (failed > 0) console.log(replay);
if (existsSync(evidenceFolder)) console.log(`The stored data of the orders concerned: ${evidenceFolder}`);
process.exit(failed === 0 && totals.untrusted.length === 0 ? 0 : 1);
