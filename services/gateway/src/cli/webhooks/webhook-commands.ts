import type { SetSecretRequest } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { jsonText } from '@kassa/contracts/terminal';
import { Command, InvalidArgumentError } from 'commander';
import { merchantText } from '../merchants/merchant-text.ts';
import {
  ask,
  askAndPrint,
  type CommonOptions,
  merchantCommand,
  withCommonOptions,
} from '../operations/operations-command.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { readSecretFile } from '../terminal/input-file.ts';
import { failedDeliveriesText, rotatedSecretText } from './webhook-text.ts';

interface FailedOptions extends CommonOptions {
  readonly merchant?: string;
  readonly after?: string;
  readonly limit?: string;
}

interface RotateOptions extends CommonOptions {
  readonly keepHours?: number;
}

interface SetSecretOptions extends RotateOptions {
  readonly secretFile: string;
}

/** `kassa-admin webhooks …` */
export function webhookCommands(world: CliWorld): Command {
  const webhooks = new Command('webhooks').description(
    'deliveries that were given up, and merchants’ webhook addresses and secrets',
  );

  addFailed(webhooks, world);
  addResend(webhooks, world);
  addSetUrl(webhooks, world);
  addSwitchOn(webhooks, world);
  addRotateSecret(webhooks, world);
  addSetSecret(webhooks, world);
  addRetireSecret(webhooks, world);

  return webhooks;
}

function addFailed(webhooks: Command, world: CliWorld): void {
  withCommonOptions(webhooks.command('failed'))
    .description('list events whose delivery was given up, newest first')
    .option('--merchant <merchant-id>', 'list only the events of this merchant')
    .option('--limit <count>', 'how many (1 to 100; default: 50)')
    .option('--after <event-id>', 'continue the list after this event')
    .action(async (options: FailedOptions) => {
      const { merchant, after, limit } = options;
      await askAndPrint(world, options, failedDeliveriesText, endpoints.listFailedDeliveries, {
        query: { merchant_id: merchant, after, limit },
      });
    });
}

function addResend(webhooks: Command, world: CliWorld): void {
  withCommonOptions(webhooks.command('resend'))
    .description('resend events, whatever their delivery state; if one event is unknown, none is resent')
    .argument('<event-id...>', 'up to 100 event IDs, as `webhooks failed` lists them')
    .action(async (eventIds: string[], options: CommonOptions) => {
      const resent = await ask(world, options, endpoints.resendEventsOfMerchants, {
        body: { event_ids: eventIds },
      });
      const count = resent.resent === 1 ? '1 event is' : `${resent.resent} events are`;
      world.write(options.json ? jsonText(resent) : `${count} sent again within a second or two.\n`);
    });
}

function addSetUrl(webhooks: Command, world: CliWorld): void {
  merchantCommand(webhooks, 'set-url')
    .description('change a merchant’s webhook address, and enable it')
    .argument('<url>', 'the new address: https (sandbox: also http to a loopback address)')
    .action(async (merchantId: string, url: string, options: CommonOptions) => {
      await askAndPrint(world, options, merchantText, endpoints.setWebhookUrl, {
        path: { merchantId },
        body: { webhook_url: url },
      });
    });
}

function addSwitchOn(webhooks: Command, world: CliWorld): void {
  merchantCommand(webhooks, 'switch-on')
    .description(
      're-enable an address that was disabled because it answered 410; then use `webhooks resend` for the events that it missed',
    )
    .action(async (merchantId: string, options: CommonOptions) => {
      await askAndPrint(world, options, merchantText, endpoints.switchWebhookOn, { path: { merchantId } });
    });
}

function addRotateSecret(webhooks: Command, world: CliWorld): void {
  merchantCommand(webhooks, 'rotate-secret')
    .description(
      'create a new secret, which is shown only once; for a while, webhooks are also signed with the previous one',
    )
    .option(
      '--keep-hours <hours>',
      'for how many hours webhooks are also signed with the previous secret (0 to 168; default: 24)',
      wholeNumber,
    )
    .action(async (merchantId: string, options: RotateOptions) => {
      await askAndPrint(world, options, rotatedSecretText, endpoints.rotateWebhookSecret, {
        path: { merchantId },
        body: options.keepHours === undefined ? {} : { keep_previous_hours: options.keepHours },
      });
    });
}

function addSetSecret(webhooks: Command, world: CliWorld): void {
  merchantCommand(webhooks, 'set-secret')
    .description(
      'use a secret that the merchant has created; for a while, webhooks are also signed with the previous one',
    )
    .requiredOption(
      '--secret-file <file>',
      'file that contains whsec_ and the Base64 of 24 to 64 random bytes; - reads standard input',
    )
    .option(
      '--keep-hours <hours>',
      'for how many hours webhooks are also signed with the previous secret (0 to 168; default: 24)',
      wholeNumber,
    )
    .addHelpText(
      'after',
      '\nExample:\n  echo "whsec_$(openssl rand -base64 32)" > secret.txt\n' +
        '  kassa-admin webhooks set-secret mer_3vQ8x0Yb2LkT9sWd --secret-file secret.txt',
    )
    .action(async (merchantId: string, options: SetSecretOptions) => {
      const request: SetSecretRequest = {
        webhook_secret: readSecretFile(options.secretFile),
        ...(options.keepHours !== undefined && { keep_previous_hours: options.keepHours }),
      };
      await askAndPrint(world, options, merchantText, endpoints.setWebhookSecret, {
        path: { merchantId },
        body: request,
      });
    });
}

function addRetireSecret(webhooks: Command, world: CliWorld): void {
  merchantCommand(webhooks, 'retire-secret')
    .description('end the rotation of the secret now: webhooks are no longer signed with the previous secret')
    .action(async (merchantId: string, options: CommonOptions) => {
      await askAndPrint(world, options, merchantText, endpoints.retireWebhookSecret, {
        path: { merchantId },
      });
    });
}

function wholeNumber(text: string): number {
  if (!/^[0-9]{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
