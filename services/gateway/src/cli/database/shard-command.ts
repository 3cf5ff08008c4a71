import { Command } from 'commander';
import { CliError } from '../terminal/cli-error.ts';
import type { CliWorld } from '../terminal/cli-world.ts';

/** `kassa-admin database shard` */
export function shardCommand(world: CliWorld): Command {
  return new Command('shard')
    .description('print the commands that divide the collections among the shards of a MongoDB cluster')
    .requiredOption('--print', 'print the commands for mongosh; nothing else is done')
    .addHelpText(
      'after',
      '\nThe commands say for each collection whether and how it is sharded, and why. Read them, save them in a file, and run them\n' +
        'once with mongosh, before the gateway starts for the first time. They were never tried on MongoDB itself.\n\n' +
        'This command opens no database. It reads the name of the database from:\n' +
        '  KASSA_DATABASE_NAME    (default: kassa)',
    )
    .action(async () => {
      if (world.printShardCommands === undefined) {
        throw new CliError('usage', 'This program can only call running gateways.');
      }
      const printed = await world.printShardCommands(world.environment);
      if (printed.kind === 'misconfigured') throw new CliError('usage', printed.message);
      world.write(`${printed.commands}\n`);
    });
}
