import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { exitCodes } from './cli-error.ts';
import type { CliWorld } from './cli-world.ts';
import { completionCommand } from './commands/completion-command.ts';
import { eventCommands } from './commands/event-commands.ts';
import { initCommand } from './commands/init-command.ts';
import { listenCommand } from './commands/listen-command.ts';
import { orderCommands } from './commands/order-commands.ts';
import { paymentCommands } from './commands/payment-commands.ts';
import { refundCommands } from './commands/refund-commands.ts';
import { reportCommands } from './commands/report-commands.ts';
import { signCommand } from './commands/sign-command.ts';
import { triggerCommand } from './commands/trigger-command.ts';
import { verifyCommands } from './commands/verify-commands.ts';

/** All commands of `kassa`. */
export function kassaProgram(world: CliWorld): Command {
  const program = new Command('kassa')
    .description(
      'Kassa for merchants: create payments and refunds, trigger and forward events, and explain signatures.',
    )
    .version(packageJson.version, '--version', 'print the version')
    .addHelpText('after', helpText)
    .addCommand(initCommand(world))
    .addCommand(paymentCommands(world))
    .addCommand(refundCommands(world))
    .addCommand(orderCommands(world))
    .addCommand(reportCommands(world))
    .addCommand(eventCommands(world))
    .addCommand(triggerCommand(world))
    .addCommand(listenCommand(world))
    .addCommand(signCommand(world))
    .addCommand(verifyCommands(world))
    .addCommand(completionCommand(world));
  for (const command of withSubcommands(program)) {
    command.helpCommand(false).showHelpAfterError('(--help lists commands and options)');
  }
  return program;
}

export function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

const helpText = `
Settings, the first that is found:
  options           --merchant-id, --private-key-file, --base-url, --webhook-secret
  environment       KASSA_MERCHANT_ID, KASSA_PRIVATE_KEY_FILE, KASSA_BASE_URL, KASSA_WEBHOOK_SECRET
  kassa.json        in this folder or above it; \`kassa init\` writes it
  .kassa/demo.json  written by the sandbox of \`npm start\`, in this folder or above

Exit codes:
${Object.values(exitCodes)
  .map(({ code, meaning }) => `  ${code}  ${meaning}`)
  .join('\n')}`;
