import { Command, CommanderError } from 'commander';
import { archiveCommands } from './archive/archive-commands.ts';
import { auditCommands } from './audit/audit-commands.ts';
import { caseCommands } from './cases/case-commands.ts';
import { disputeCommands } from './cases/conclude-commands.ts';
import { channelCommands } from './channels/channel-commands.ts';
import { secretCommands } from './channels/secret-commands.ts';
import { databaseCommands } from './database/database-commands.ts';
import { keyCommands } from './merchants/key-commands.ts';
import { merchantCommands } from './merchants/merchant-commands.ts';
import { operatorCommands } from './operators/operator-commands.ts';
import { customerCommands } from './orders/customer-commands.ts';
import { attemptCommands, orderCommands, refundCommands } from './orders/order-commands.ts';
import { reconcileCommands } from './reports/reconcile-commands.ts';
import { reportCommands } from './reports/report-commands.ts';
import { clockCommands } from './sandbox/clock-commands.ts';
import { triggerCommand } from './sandbox/trigger-command.ts';
import { CliError, exitCodes } from './terminal/cli-error.ts';
import type { CliWorld } from './terminal/cli-world.ts';
import { errorJson, errorText } from './terminal/error-text.ts';
import { webhookCommands } from './webhooks/webhook-commands.ts';

/** Runs `kassa-admin` with the given arguments. Returns the exit code. */
export async function kassaAdmin(args: readonly string[], world: CliWorld): Promise<number> {
  const program = new Command('kassa-admin')
    .description('Operates a running Kassa gateway through its operations port.')
    .addHelpText('after', helpText)
    .addCommand(merchantCommands(world))
    .addCommand(keyCommands(world))
    .addCommand(webhookCommands(world))
    .addCommand(channelCommands(world))
    .addCommand(secretCommands(world))
    .addCommand(orderCommands(world))
    .addCommand(attemptCommands(world))
    .addCommand(refundCommands(world))
    .addCommand(disputeCommands(world))
    .addCommand(customerCommands(world))
    .addCommand(caseCommands(world))
    .addCommand(reportCommands(world))
    .addCommand(reconcileCommands(world))
    .addCommand(operatorCommands(world))
    .addCommand(auditCommands(world))
    .addCommand(databaseCommands(world))
    .addCommand(archiveCommands(world))
    .addCommand(clockCommands(world))
    .addCommand(triggerCommand(world));
  const tellError = (text: string) => world.writeError(text.replace(/^error:/, world.highlight));
  for (const command of withSubcommands(program)) {
    command
      .exitOverride()
      .configureOutput({ writeOut: world.write, writeErr: world.writeError, outputError: tellError })
      .showHelpAfterError('(--help lists the commands and options)');
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.done.code;
  } catch (error) {
    // The command-line library Commander has already printed the error. It also throws after it has printed a help text, but
    // with the exit code 0.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.done.code : exitCodes.usage.code;
    }
    if (!(error instanceof CliError)) throw error;
    if (args.includes('--json')) world.writeError(errorJson(error));
    else tellError(errorText(error, args.slice(0, 2).join(' ')));
    return exitCodes[error.outcome].code;
  }
}

const helpText = `
kassa-admin finds the gateway by:
  --operations-url or KASSA_OPERATIONS_URL   address of its operations port
  KASSA_OPERATIONS_TOKEN                     your token: see \`kassa-admin operators create --help\`
  KASSA_OPERATIONS_TOKEN_FILE                a file with the token, instead
  .kassa/demo.json                           default for both: the file of the demo that \`npm start\` runs,
                                             in this folder or a folder above

The audit log records every change, with the name of your token. For \`kassa-admin database\` and
\`archive\`, which open the database themselves, it records the name in KASSA_OPERATOR or else your user name on this machine.

Exit codes:
${Object.values(exitCodes)
  .map(({ code, meaning }) => `  ${code}  ${meaning}`)
  .join('\n')}`;

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}
