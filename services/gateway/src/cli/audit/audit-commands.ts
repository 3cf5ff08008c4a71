import { type AuditEntry, type AuditList, type AuditVerification, auditFaults } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { jsonText, moreText, table } from '@kassa/contracts/terminal';
import { Command } from 'commander';
import { ask, askAndPrint, type CommonOptions, withCommonOptions } from '../operations/operations-command.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { CliWorld } from '../terminal/cli-world.ts';

interface ListOptions extends CommonOptions {
  readonly about?: string;
  readonly after?: string;
  readonly limit?: string;
}

interface VerifyOptions extends CommonOptions {
  readonly head?: string;
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
      '\nEach change has the name of the token with which it was made. If its outcome is “not known”, the gateway stopped or\n' +
        'lost its database during the change: check whether the change was made.\n\n' +
        'Example:\n  kassa-admin audit list --about mer_3vQ8x0Yb2LkT9sWd',
    )
    .action(async (options: ListOptions) => {
      const { about, after, limit } = options;
      await askAndPrint(world, options, auditText, endpoints.listAuditEntries, {
        query: { about, after, limit },
      });
    });
  withCommonOptions(audit.command('head'))
    .description('print the last link of the log’s chain, to keep it outside the deployment')
    .action(async (options: CommonOptions) => {
      await askAndPrint(
        world,
        options,
        ({ head }) => `${head ?? 'The log has no linked record.'}\n`,
        endpoints.showAuditHead,
        {},
      );
    });
  withCommonOptions(audit.command('verify'))
    .description(
      'recompute the log’s hashes, and name the first record that was altered, removed or reordered',
    )
    .option(
      '--head <head>',
      'what `audit head` printed earlier; the check fails if the log’s chain no longer contains it',
    )
    .addHelpText(
      'after',
      '\nWithout --head, nobody notices if the end of the log was removed, or the whole log rewritten with new hashes.',
    )
    .action(async (options: VerifyOptions) => {
      const found = await verifyAll(world, options);
      const { checked, fault, head, unlinked } = found;
      if (options.json) world.write(jsonText(found));
      else {
        const older =
          unlinked === 0 ? '' : ` ${unlinked} older records are not linked and cannot be verified.`;
        world.write(`${checked} records verified.${older}\nHead: ${head ?? 'none'}\n`);
      }
      if (fault === null) return;
      const record = `Record ${fault.record_id ?? ''}`.trim();
      const place = fault.sequence === 0 ? '' : ` at place ${fault.sequence}`;
      throw new CliError('refused', `${record}${place}: ${auditFaults[fault.kind]}.`);
    });
  return audit;
}

/** Verifies the whole log, one part a call. */
async function verifyAll(world: CliWorld, options: VerifyOptions): Promise<Omit<AuditVerification, 'next'>> {
  let checked = 0;
  for (let after: string | undefined; ; ) {
    const { next, ...part }: AuditVerification = await ask(world, options, endpoints.verifyAuditLog, {
      query: { after, exported_head: options.head },
    });
    checked += part.checked;
    if (next === null) return { ...part, checked };
    after = String(next);
  }
}

function auditText({ entries, next }: AuditList): string {
  if (entries.length === 0) return 'No changes.\n';
  const rows = entries.map((entry) => [
    entry.at,
    entry.operator ?? entry.address,
    entry.action,
    entry.outcome ?? 'not known',
    entry.about.join(' '),
    [detailText(entry.details), changeText(entry.changes)].filter((text) => text !== '').join(' '),
  ]);
  return table(['When', 'Who', 'What', 'Outcome', 'About', 'Details'], rows) + moreText(next);
}

function changeText(changes: AuditEntry['changes']): string {
  return changes
    .map(({ member, before, after }) => `${member}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`)
    .join(', ');
}

function detailText(details: AuditEntry['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ');
}
