import type { CreatedOperatorToken, OperatorRole, OperatorTokenList } from '@kassa/contracts';
import { DEFAULT_TOKEN_DAYS, operatorRoles } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { table } from '@kassa/contracts/terminal';
import { Command, Option } from 'commander';
import { askAndPrint, type CommonOptions, withCommonOptions } from '../operations/operations-command.ts';
import type { CliWorld } from '../terminal/cli-world.ts';

interface CreateOptions extends CommonOptions {
  readonly role: OperatorRole;
  readonly days?: string;
}

/** `kassa-admin operators …` */
export function operatorCommands(world: CliWorld): Command {
  const operators = new Command('operators').description('create, list and revoke operators’ tokens');

  withCommonOptions(operators.command('list'))
    .description('list all tokens with their owners, roles, expiry and last use, the newest first')
    .action(async (options: CommonOptions) => {
      await askAndPrint(world, options, listText, endpoints.listOperatorTokens, {});
    });

  withCommonOptions(operators.command('create'))
    .description('create a token for a person or a program, and print it once')
    .argument('<name>', 'who uses the token, such as ann@example.com; the audit log records this name')
    .addOption(
      new Option('--role <role>', 'what the token may do').choices([...operatorRoles]).makeOptionMandatory(),
    )
    .option('--days <days>', `how many days the token is valid (1 to 730; default: ${DEFAULT_TOKEN_DAYS})`)
    .addHelpText(
      'after',
      '\nA viewer reads. An operator also works on payments: cases, refunds, deliveries and reconciliation. An admin also\n' +
        'changes merchants, keys, accounts and operators. KASSA_OPERATIONS_TOKEN of the gateway is an admin named bootstrap:\n' +
        'create the first token with it, then use your own.\n' +
        'To replace a token: create the new one, use it, then revoke the old one.\n\n' +
        'Example:\n  kassa-admin operators create ann@example.com --role operator --days 30',
    )
    .action(async (name: string, { role, days, ...options }: CreateOptions) => {
      await askAndPrint(world, options, createdText, endpoints.createOperatorToken, {
        body: { name, role, ...(days !== undefined && { valid_days: Number(days) }) },
      });
    });

  withCommonOptions(operators.command('revoke'))
    .description('revoke a token: every instance refuses it from now on')
    .argument('<token-id>', 'the token’s ID, such as opt_5f2b7c1e9a0d4b6f; `operators list` prints it')
    .action(async (tokenId: string, options: CommonOptions) => {
      await askAndPrint(
        world,
        options,
        ({ token_id: id, name }) => `${id} of ${name} is revoked.\n`,
        endpoints.revokeOperatorToken,
        { path: { tokenId } },
      );
    });

  return operators;
}

function listText({ tokens }: OperatorTokenList): string {
  if (tokens.length === 0) return 'No tokens.\n';
  const rows = tokens.map((token) => [
    token.token_id,
    token.name,
    token.role,
    token.revoked_at === null ? token.expires_at : `revoked ${token.revoked_at}`,
    token.last_used_at ?? 'never',
    token.created_by ?? '',
  ]);
  return table(['Token', 'Name', 'Role', 'Valid until', 'Last used', 'Created by'], rows);
}

function createdText({ token, token_id: id, name, role, expires_at: expiry }: CreatedOperatorToken): string {
  return (
    `Token of ${name}, role ${role}, valid until ${expiry}, ID ${id}:\n\n  ${token}\n\n` +
    'The gateway does not show it again. kassa-admin reads it from KASSA_OPERATIONS_TOKEN.\n'
  );
}
