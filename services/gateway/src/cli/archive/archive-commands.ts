import { jsonText } from '@kassa/contracts/terminal';
import { Command, InvalidArgumentError } from 'commander';
import { operatorName } from '../operations/operator-name.ts';
import { orderText } from '../orders/order-text.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { failureOf, reasonOf } from '../terminal/failure.ts';
import type {
  ArchiveAdministration,
  ArchivedDatabase,
  NamedOrder,
  RefusedArchive,
} from './archive-administration.ts';
import { removedJson, removedText, totalsJson, verifiedText, writtenText } from './archive-text.ts';

interface WriteOptions {
  readonly before: Date;
  readonly to: string;
  readonly limit?: number;
  readonly json?: true;
}

interface ReadOptions {
  readonly order?: string;
  readonly merchant?: string;
  readonly merchantOrder?: string;
  readonly json?: true;
}

interface RemoveOptions {
  readonly manifest: string;
  readonly json?: true;
}

/** Progress is printed at most this often. */
const TELL_EVERY_MS = 1_000;

/** `kassa-admin archive …` */
export function archiveCommands(world: CliWorld): Command {
  return new Command('archive')
    .description('copy old orders to files, verify the files, read an order back, and remove the orders')
    .addCommand(writeCommand(world))
    .addCommand(verifyCommand(world))
    .addCommand(readCommand(world))
    .addCommand(removeCommand(world));
}

function writeCommand(world: CliWorld): Command {
  return new Command('write')
    .description('copy old orders that need no more work to a new archive; the database stays unchanged')
    .requiredOption(
      '--before <date>',
      'only orders that last changed before this day (UTC), like 2025-01-01',
      readDay,
    )
    .requiredOption('--to <folder>', 'a folder that is empty or does not exist')
    .option('--limit <orders>', 'at most this many orders', readLimit)
    .option('--json', 'print JSON, also for errors')
    .addHelpText(
      'after',
      '\nAn order is left out for 540 days after its last change, and while anything about it is open. The output says how many\n' +
        'orders were left out, and why. The archive has no names, addresses, e-mail addresses or telephone numbers of consumers.\n' +
        'If a run is interrupted, run the command again. A run uses at most half of the database’s time. The audit log records it.\n' +
        where,
    )
    .action(async (options: WriteOptions) => {
      const { before: changedBefore, to: folder, limit = null, json } = options;
      const written = await writeArchive(world, { folder, changedBefore, limit, isQuiet: json === true });
      const { totals, manifestSha256, keptBack } = written;
      world.write(
        json
          ? jsonText({ ...totalsJson(totals, manifestSha256), kept_back: Object.fromEntries(keptBack) })
          : writtenText(written),
      );
    });
}

const where = `
This command opens the database itself; no gateway needs to run. It finds the database by:
  MONGODB_URI            its connection string
  KASSA_DATABASE_NAME    its name (default: kassa)`;

async function writeArchive(
  world: CliWorld,
  { isQuiet, ...request }: { folder: string; changedBefore: Date; limit: number | null; isQuiet: boolean },
) {
  const operator = operatorName(world.environment);
  return withDatabase(world, 'There is no archive yet: run the command again.', (database) =>
    database.write({ ...request, operator }, isQuiet ? () => {} : tellingTo(world, 'written')),
  );
}

/** @param afterFailure a sentence that tells the operator what state an unexpected failure leaves behind */
async function withDatabase<Result extends { readonly kind: string }>(
  world: CliWorld,
  afterFailure: string,
  use: (database: ArchivedDatabase) => Promise<Result | RefusedArchive>,
) {
  const opened = await archivesOf(world).openDatabase(world.environment);
  if (opened.kind !== 'opened') {
    throw new CliError(opened.kind === 'misconfigured' ? 'usage' : 'unreachable', opened.message);
  }
  try {
    return orRefuse(await use(opened.database));
  } catch (error) {
    throw failureOf(error, afterFailure);
  } finally {
    // Ignore an error while the database is being closed, because the outcome of the command matters more.
    await opened.database.close().catch(() => undefined);
  }
}

function tellingTo(world: CliWorld, done: string): (read: number, count: number) => void {
  let toldAt = performance.now();
  return (read, count) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    world.writeError(`  ${read} orders read, ${count} ${done}\n`);
  };
}

function verifyCommand(world: CliWorld): Command {
  return new Command('verify')
    .description('find every record that was altered, removed, added or moved; needs no database')
    .argument('<folder>', 'the archive')
    .option('--json', 'print JSON, also for errors')
    .addHelpText(
      'after',
      '\nIf somebody changes the files and manifest.json together, only the SHA-256 of manifest.json shows it: compare it with the\n' +
        'one that `kassa-admin audit --json` shows for `archive.write`.',
    )
    .action(async (folder: string, { json }: { readonly json?: true }) => {
      const verified = orRefuse(await reading(() => archivesOf(world).verify(folder)));
      const { totals, manifestSha256, faults } = verified;
      world.write(
        json
          ? jsonText({ ...totalsJson(totals, manifestSha256), faults: [...faults] })
          : verifiedText(verified),
      );
      if (faults.length > 0)
        throw new CliError('refused', 'The archive is incomplete or was changed. Use another copy.');
    });
}

function readCommand(world: CliWorld): Command {
  return new Command('read')
    .description('print an order of an archive as `order show` would; needs no database')
    .argument('<folder>', 'the archive')
    .option('--order <order-id>', 'the order’s ID')
    .option('--merchant <merchant-id>', 'the merchant, for --merchant-order')
    .option('--merchant-order <id>', 'the merchant’s own ID of the order')
    .option('--json', 'print JSON, also for errors')
    .action(async (folder: string, options: ReadOptions) => {
      const name = nameIn(options);
      const found = orRefuse(await reading(() => archivesOf(world).read(folder, name)));
      if (found.kind === 'not_found')
        throw new CliError('refused', 'The archive does not contain this order.');
      world.write(options.json ? jsonText(found.order) : orderText(found.order));
    });
}

function removeCommand(world: CliWorld): Command {
  return new Command('remove')
    .description('remove the orders of an archive from the database; a small record of each stays')
    .argument('<folder>', 'the archive')
    .requiredOption(
      '--manifest <sha256>',
      'the SHA-256 of manifest.json that `kassa-admin audit --json` shows for `archive.write`',
      readSha256,
    )
    .option('--json', 'print JSON, also for errors')
    .addHelpText(
      'after',
      '\nThe command first verifies the whole archive. An order stays if it is not stored exactly as the archive has it, or if it\n' +
        'no longer qualifies for archiving; the command then ends with exit code 1 and says why. Calls about a removed order are\n' +
        'refused with ORDER_ARCHIVED, which names the archive. The IDs of the order stay taken, and reports of its days do not\n' +
        'change. `archive read` shows the order.\n' +
        'All instances must run a version that has this command. Keep two verified copies of the archive: nothing else has the\n' +
        'orders. If a run is interrupted, run the command again. It uses at most half of the database’s time. The audit log records it.\n' +
        where,
    )
    .action(async (folder: string, { manifest: manifestSha256, json }: RemoveOptions) => {
      const operator = operatorName(world.environment);
      const again = 'Nothing is lost: run the command again.';
      const tell = json ? () => {} : tellingTo(world, 'removed');
      const removed = await withDatabase(world, again, (database) =>
        database.remove({ folder, manifestSha256, operator }, tell),
      );
      world.write(json ? jsonText(removedJson(removed)) : removedText(removed));
      if (removed.stay.size > 0) throw new CliError('refused', 'Not all orders of the archive were removed.');
    });
}

function readSha256(text: string): string {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new InvalidArgumentError('It has 64 digits from 0 to f.');
  return text;
}

function nameIn({ order, merchant, merchantOrder }: ReadOptions): NamedOrder {
  if (order !== undefined && merchant === undefined && merchantOrder === undefined) return { orderId: order };
  if (order === undefined && merchant !== undefined && merchantOrder !== undefined) {
    return { merchantId: merchant, merchantTransactionId: merchantOrder };
  }
  throw new CliError('usage', 'Give either --order, or --merchant and --merchant-order.');
}

function archivesOf({ archives }: CliWorld): ArchiveAdministration {
  if (archives !== undefined) return archives;
  throw new CliError('usage', 'This program can only call running gateways, and cannot use archives.');
}

async function reading<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new CliError('usage', `The archive cannot be read: ${reasonOf(error)}.`);
  }
}

function orRefuse<Result extends { readonly kind: string }>(
  result: Result | RefusedArchive,
): Exclude<Result, RefusedArchive> {
  if (result.kind === 'refused') throw new CliError('refused', (result as RefusedArchive).message);
  return result as Exclude<Result, RefusedArchive>;
}

function readDay(text: string): Date {
  const day = new Date(`${text}T00:00:00.000Z`);
  if (
    !/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ||
    Number.isNaN(day.getTime()) ||
    !day.toISOString().startsWith(text)
  ) {
    throw new InvalidArgumentError('An example is 2025-01-01.');
  }
  return day;
}

function readLimit(text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new InvalidArgumentError('An example is 100000.');
  return Number(text);
}
