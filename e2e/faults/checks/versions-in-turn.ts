import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { GatewayInstance } from '../instance/gateway-instance.ts';
import { type GatewayVersion, thisVersion } from '../instance/gateway-version.ts';
import type { CheckContext, FaultCheck } from '../report/fault-run.ts';
import { ImpatientCallers } from '../traffic/impatient-callers.ts';
import { Merchant } from '../traffic/merchant.ts';
import { Shoppers } from '../traffic/shoppers.ts';
import type { World } from '../world.ts';
import { tellContradictions } from './tell-contradictions.ts';
import { tellFailedCalls } from './tell-failed-calls.ts';

const run = promisify(execFile);
const kassaAdmin = join(import.meta.dirname, '../../../services/gateway/bin/kassa-admin.js');
/** How long both instances run together after each change. It is long enough for payments that both of them handle. */
const TOGETHER_MS = 2_000;
const SHOPPERS = 4;

/**
 * Fault 74. Upgrades both instances from an earlier version under load, and then returns to that version.
 *
 * Without a migration, one instance is replaced after the other, and no call may fail. With a migration, the operator stops
 * both instances first, as `docs/guides/deploying.md` says. The previous version must then refuse to start.
 */
export function versionsInTurn(before: GatewayVersion): FaultCheck {
  return {
    title:
      'fault 74: while the gateways are upgraded under load and go back to the previous version, no call fails and nothing is lost',
    rows: [74],
    run: async (context) => {
      const { world, random } = context;
      const [careful, shopping] = [await Merchant.onboard(world), await Merchant.onboard(world)];
      const migrations = await outstandingMigrations(world);
      context.measure('migrations', migrations);
      const beganAtMs = Date.now();
      const callers = new ImpatientCallers(world, careful);
      await callers.prepare();
      const shoppers = new Shoppers(world, shopping, random);
      callers.start();
      shoppers.start(SHOPPERS);
      try {
        await delay(TOGETHER_MS);
        if (migrations > 0) await upgradeByMigration(context, before);
        else await replaceInTurn(context, [thisVersion, before, thisVersion]);
      } finally {
        await Promise.all([callers.stop(), shoppers.stop()]);
      }
      context.measure('orders paid meanwhile', shoppers.paid);
      // Some shoppers ask for more refunds than their order allows, and the gateway refuses the excess refunds.
      tellFailedCalls(context, world.recorder.since(beganAtMs), 500);
      if ((await outstandingMigrations(world)) > 0)
        context.fault('the database has documents in an old format');
      context.judgeAtTheEnd([careful, shopping], (findings) => tellContradictions(context, findings));
    },
  };
}

async function replaceInTurn(context: CheckContext, versions: readonly GatewayVersion[]): Promise<void> {
  for (const version of versions) {
    for (const instance of context.world.instances) {
      await stop(context, instance);
      await instance.start(version);
      await delay(TOGETHER_MS);
    }
    context.progress(`both instances run ${version.name}`);
  }
}

async function upgradeByMigration(context: CheckContext, before: GatewayVersion): Promise<void> {
  const { world } = context;
  await Promise.all(world.instances.map((instance) => stop(context, instance)));
  await databaseCommand(world, 'migrate');
  const refusal = await world.first.start(before).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  if (refusal === undefined) context.fault(`${before.name} starts on a migrated database`);
  else if (!refusal.includes('schema number')) context.fault(`${before.name} does not start: ${refusal}`);
  await world.first.ended();
  for (const instance of world.instances) await instance.start(thisVersion);
  await delay(TOGETHER_MS);
  context.progress(`both instances run ${thisVersion.name}`);
}

async function stop(context: CheckContext, instance: GatewayInstance): Promise<void> {
  const { code, signal } = await instance.terminate();
  if (code !== 0) context.fault(`${instance.name} ended with ${code ?? signal}`);
}

/** Returns how many migrations the present version needs before it can use the database. */
async function outstandingMigrations(world: World): Promise<number> {
  const { outstanding } = (await databaseCommand(world, 'status')) as { outstanding: readonly unknown[] };
  return outstanding.length;
}

/** Runs `kassa-admin database …` of the present version, and returns what it prints. */
async function databaseCommand(world: World, command: 'status' | 'migrate'): Promise<unknown> {
  const { stdout } = await run(process.execPath, [kassaAdmin, 'database', command, '--json'], {
    env: {
      PATH: process.env.PATH,
      MONGODB_URI: world.database.uri,
      KASSA_DATABASE_NAME: world.gatewayDatabase.databaseName,
      KASSA_OPERATOR: 'fault-harness',
    },
  });
  return JSON.parse(stdout);
}
