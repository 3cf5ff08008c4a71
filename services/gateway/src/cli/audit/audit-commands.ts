import type { AuditEntry, AuditList } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { moreText, table } from '@kassa/contracts/terminal';
import { Command } from 'commander';
import { askAndPrint, type CommonOptions, withCommonOptions } from '../operations/operations-command.ts';
import type { CliWorld } from '../terminal/cli-world.ts';

interface ListOptions extends CommonOptions {
  readonly about?: string;
  readonly after?: string;
  readonly limit?: string;
}

/** `kassa-admin audit …` */
export function auditCommands(world: CliWorld): Command {
  const audit = new Command('audit').description('the audit log of changes made through the operations port');
  withCommonOptions(audit.command('list', { isDefault: true }))
    .description('list the recorded changes and their outcomes, newest first')
    .option('--about <id>', 'only changes to the merchant, key, channel, order, case or event with this ID')
    .option('--limit <count>', 'how many (1 to 100; default: 50)')
    .option('--after <entry-id>', 'continue the previous list: give the value that was printed at its end')
    .addHelpText(
      'after',
      '\nEach change has the name of the token with which it was made.\n\n' +
        'Example:\n  kassa-admin audit list --about mer_3vQ8x0Yb2LkT9sWd',
    )
    .action(async (options: ListOptions) => {
      const { about, after, limit } = options;
      await askAndPrint(world, options, auditText, endpoints.listAuditEntries, {
        query: { about, after, limit },
      });
    });
  return audit;
}

function auditText({ entries, next }: AuditList): string {
  if (entries.length === 0) return 'No changes.\n';
  const rows = entries.map((entry) => [
    entry.at,
    entry.operator ?? entry.address,
    entry.action,
    entry.outcome ?? 'not known',
    entry.about.join(' '),
    detailText(entry.details),
  ]);
  return table(['When', 'Who', 'What', 'Outcome', 'About', 'Details'], rows) + moreText(next);
}

function detailText(details: AuditEntry['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ');
}
