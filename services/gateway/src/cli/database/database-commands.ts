import { jsonText, printable } from '@kassa/contracts/terminal';
import { Command } from 'commander';
import { operatorName } from '../operations/operator-name.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { failureOf } from '../terminal/failure.ts';
import type { DatabaseAdministration, DatabaseListener, DatabaseStatus } from './database-administration.ts';
import { indexName, statusJson, statusText } from './database-text.ts';
import { shardCommand } from './shard-command.ts';

interface Options {
  readonly json?: true;
}

/** Progress is printed at most this often. */
const TELL_EVERY_MS = 1_000;

/** `kassa-admin database …` */
export function databaseCommands(world: CliWorld): Command {
  const database = new Command('database').description(
    'check the schema number of the stored data, and migrate the data; accept new keys, forget lost keys; shard a cluster',
  );
  database
    .command('status')
    .description(
      'show whether this version can use the database, which migrations are outstanding and which indexes are missing',
    )
    .option('--json', 'print JSON, also for errors')
    .addHelpText('after', where)
    .action(async ({ json }: Options) => {
      const status = await withDatabase(world, (opened) => opened.status());
      world.write(json ? jsonText(statusJson(status)) : statusText(status));
    });
  database.addCommand(migrateCommand(world));
  database
    .command('forget-keys')
    .description('let a gateway with other encryption keys start, because all earlier keys are lost')
    .option('--json', 'print JSON, also for errors')
    .addHelpText(
      'after',
      '\nA gateway refuses to start if KASSA_ENCRYPTION_KEY has no key of its database. Use this command only if the keys are\n' +
        'permanently lost: nobody can then decrypt the stored credentials and webhook secrets, and you have to enter all accounts\n' +
        'and merchants again. ' +
        `The audit log records it.\n${where}`,
    )
    .action(async ({ json }: Options) => {
      const operator = operatorName(world.environment);
      const status = await withDatabase(world, (opened) => opened.forgetKeys(operator));
      world.write(json ? jsonText(statusJson(status)) : statusText(status));
      if (status.kind === 'newer') refuseUnlessWhole(status);
    });
  database
    .command('accept-keys')
    .description('let a gateway use a new key immediately; only while no instance with the earlier keys runs')
    .option('--json', 'print JSON, also for errors')
    .addHelpText(
      'after',
      '\nA gateway refuses to start if the first key of KASSA_ENCRYPTION_KEY or KASSA_SESSION_KEYS is new to its database, because\n' +
        'instances with the earlier keys would refuse what is encrypted or signed with it. Use this command while no instance runs,\n' +
        'after you have restored a backup from before a key rotation. It reads KASSA_ENVIRONMENT, KASSA_ENCRYPTION_KEY and\n' +
        `KASSA_SESSION_KEYS. One of the encryption keys must be a key of the database. The audit log records the command.\n${where}`,
    )
    .action(async ({ json }: Options) => {
      const operator = operatorName(world.environment);
      const status = await withDatabase(world, (opened) => opened.acceptKeys(operator));
      if (status.kind === 'refused') throw new CliError('refused', status.message);
      world.write(json ? jsonText(statusJson(status)) : statusText(status));
      if (status.kind === 'newer') refuseUnlessWhole(status);
    });
  return database.addCommand(shardCommand(world));
}

function migrateCommand(world: CliWorld): Command {
  return new Command('migrate')
    .description('migrate the stored data to this version, and build the indexes that are missing')
    .option('--json', 'print JSON, also for errors')
    .addHelpText(
      'after',
      '\nIf `database status` names an outstanding migration, first stop all instances of the previous version. If only indexes are\n' +
        'missing, these instances may run. If a run is interrupted, the next run continues there. Migrations use at most half of the\n' +
        `database’s time. The audit log records what was done.\n${where}`,
    )
    .action(async ({ json }: Options) => {
      const listener = json ? silent : tellingTo(world);
      const operator = operatorName(world.environment);
      const status = await withDatabase(world, (opened) => opened.migrate(operator, listener));
      world.write(json ? jsonText(statusJson(status)) : statusText(status));
      refuseUnlessWhole(status);
    });
}

const where = `
This command opens the database itself; no gateway needs to run. It finds the database by:
  MONGODB_URI            its connection string
  KASSA_DATABASE_NAME    its name (default: kassa)`;

async function withDatabase<Result>(
  world: CliWorld,
  use: (database: DatabaseAdministration) => Promise<Result>,
): Promise<Result> {
  if (world.openDatabase === undefined)
    throw new CliError(
      'usage',
      'This command opens the database itself, but this program can only call running gateways.',
    );
  const opened = await world.openDatabase(world.environment);
  if (opened.kind !== 'opened') {
    throw new CliError(opened.kind === 'misconfigured' ? 'usage' : 'unreachable', opened.message);
  }
  try {
    return await use(opened.database);
  } catch (error) {
    throw failureOf(error, 'Finished work is kept; run the command again to continue.');
  } finally {
    // Ignore an error while the database is being closed, because the outcome of the command matters more.
    await opened.database.close().catch(() => undefined);
  }
}

function refuseUnlessWhole({ kind, unreadable }: DatabaseStatus): void {
  if (kind === 'newer')
    throw new CliError(
      'refused',
      'A later version of the gateway has migrated the database, so this version cannot use it.',
    );
  if (kind === 'outstanding') {
    throw new CliError(
      'refused',
      'An instance of the previous version is still writing. Stop it, and run this command again.',
    );
  }
  if (unreadable.length > 0) {
    throw new CliError(
      'refused',
      `${unreadable.length} documents cannot be read and stay unchanged. Repair them, and run this command again.`,
    );
  }
}

const silent: DatabaseListener = {
  waitsForAnotherRun: () => {},
  begins: () => {},
  hasDone: () => {},
  couldNotRead: () => {},
  buildsIndex: () => {},
  stillBuildsIndex: () => {},
};

function tellingTo(world: CliWorld): DatabaseListener {
  let toldAt = 0;
  return {
    waitsForAnotherRun: () =>
      world.writeError('Another run is migrating the database; waiting for its end.\n'),
    begins: ({ number, name }) => world.writeError(`${number} ${name} …\n`),
    hasDone: ({ name }, documents) => {
      if (performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      world.writeError(`  ${name}: ${documents} documents\n`);
    },
    couldNotRead: (id, error) => {
      const reason = error instanceof Error ? error.message : String(error);
      world.writeError(printable(`  ${id} cannot be read: ${reason}\n`));
    },
    buildsIndex: (index, documents) =>
      world.writeError(`index ${indexName(index)}, about ${documents} documents …\n`),
    stillBuildsIndex: (index, seconds) => world.writeError(`  index ${indexName(index)}: ${seconds} s\n`),
  };
}
