import type { CreateMerchantRequest } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { Command } from 'commander';
import {
  askAndPrint,
  type CommonOptions,
  merchantCommand,
  merchantIdForm,
  withCommonOptions,
} from '../operations/operations-command.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { readPublicKeyFile } from './merchant-files.ts';
import { addMerchantSettings } from './merchant-settings-commands.ts';
import { createdMerchantText, merchantListText, merchantText } from './merchant-text.ts';
import { validitySeconds } from './validity.ts';

interface CreateOptions extends CommonOptions {
  readonly name: string;
  readonly publicKey: string;
  readonly webhookUrl: string;
  readonly ipAllow?: readonly string[];
  readonly validity?: string;
}

interface ListOptions extends CommonOptions {
  readonly after?: string;
  readonly limit?: string;
}

interface MoveOptions extends CommonOptions {
  readonly note?: string;
}

/** The commands that change a merchant's state, such as `merchant approve`. */
const moves = [
  {
    name: 'approve',
    endpoint: endpoints.approveMerchant,
    description: 'let a pending merchant take payments, after a review (production)',
    example: 'kassa-admin merchant approve mer_3vQ8x0Yb2LkT9sWd --note "contract 2026-117 signed"',
  },
  {
    name: 'disable',
    endpoint: endpoints.disableMerchant,
    description: 'disable a merchant: its calls are refused, and its cashier starts no payments',
    example: 'kassa-admin merchant disable mer_3vQ8x0Yb2LkT9sWd --note "chargeback rate"',
  },
  {
    name: 'enable',
    endpoint: endpoints.enableMerchant,
    description: 'enable a disabled merchant again',
    example: 'kassa-admin merchant enable mer_3vQ8x0Yb2LkT9sWd',
  },
] as const;

/** `kassa-admin merchant …` */
export function merchantCommands(world: CliWorld): Command {
  const merchant = new Command('merchant').description(
    'create merchants, approve and disable them, and change their settings',
  );

  addCreate(merchant, world);
  addList(merchant, world);
  addShow(merchant, world);

  for (const { name, description, example, endpoint } of moves) {
    withCommonOptions(merchant.command(name))
      .description(description)
      .argument('<merchant-id>', merchantIdForm)
      .option('--note <text>', 'why; the audit log keeps it')
      .addHelpText('after', `\nExample:\n  ${example}`)
      .action(async (merchantId: string, options: MoveOptions) => {
        const { note } = options;
        await askAndPrint(world, options, merchantText, endpoint, {
          path: { merchantId },
          body: note === undefined ? {} : { note },
        });
      });
  }

  addMerchantSettings(merchant, world);
  return merchant;
}

function addCreate(merchant: Command, world: CliWorld): void {
  withCommonOptions(merchant.command('create'))
    .description('create a merchant; prints its ID and its webhook secret, which is never shown again')
    .requiredOption('--name <name>', 'the name that consumers see at the cashier')
    .requiredOption(
      '--public-key <file>',
      'PEM file with the merchant’s RSA public key of 2048 bits; - reads standard input',
    )
    .requiredOption(
      '--webhook-url <url>',
      'webhook address for the merchant’s events; https (sandbox: also http to a loopback address)',
    )
    .option(
      '--ip-allow <address...>',
      'addresses and CIDR ranges that the merchant may call from (default: any)',
    )
    .option(
      '--validity <duration>',
      'how long the merchant’s orders can be paid, from 1m to 24h (default: 30m)',
    )
    .addHelpText(
      'after',
      '\nExample:\n  kassa-admin merchant create --name "Corner Shop" --public-key public-key.pem \\\n' +
        '    --webhook-url https://shop.example/webhooks/kassa --ip-allow 203.0.113.7 198.51.100.0/24',
    )
    .action(async (options: CreateOptions) => {
      const request: CreateMerchantRequest = {
        name: options.name,
        public_key: readPublicKeyFile(options.publicKey),
        webhook_url: options.webhookUrl,
        ...(options.ipAllow !== undefined && { ip_allow_list: [...options.ipAllow] }),
        ...(options.validity !== undefined && { order_validity_seconds: validitySeconds(options.validity) }),
      };
      await askAndPrint(world, options, createdMerchantText, endpoints.createMerchant, { body: request });
    });
}

function addList(merchant: Command, world: CliWorld): void {
  withCommonOptions(merchant.command('list'))
    .description('list the merchants: ID, name, state and creation time')
    .option('--limit <count>', 'how many (1 to 100; default: 50)')
    .option('--after <merchant-id>', 'continue the previous list: give the value that was printed at its end')
    .action(async (options: ListOptions) => {
      const { after, limit } = options;
      await askAndPrint(world, options, merchantListText, endpoints.listMerchants, {
        query: { after, limit },
      });
    });
}

function addShow(merchant: Command, world: CliWorld): void {
  merchantCommand(merchant, 'show')
    .description('show a merchant')
    .action(async (merchantId: string, options: CommonOptions) => {
      await askAndPrint(world, options, merchantText, endpoints.showMerchant, { path: { merchantId } });
    });
}
