import type { CreateMerchantRequest } from '@kassa/contracts';
import { Command } from 'commander';
import type { CliWorld } from './cli-world.ts';
import { createdMerchantText, merchantText } from './merchant-text.ts';
import { ask, type CommonOptions, jsonText, withCommonOptions } from './operations-command.ts';
import { readPublicKeyFile } from './public-key-file.ts';

interface CreateOptions extends CommonOptions {
  readonly name: string;
  readonly publicKey: string;
  readonly webhookUrl: string;
  readonly ipAllow?: readonly string[];
}

/** `kassa-admin merchant …` */
export function merchantCommands(world: CliWorld): Command {
  const merchant = new Command('merchant').description('take merchants on, and look at them');

  withCommonOptions(merchant.command('create'))
    .description('take a merchant on; prints its ID and its webhook secret, which is shown this once')
    .requiredOption('--name <name>', 'name that consumers see at the cashier')
    .requiredOption('--public-key <file>', 'its RSA public key of 2048 bits, a PEM file')
    .requiredOption('--webhook-url <url>', 'where its events go; https (sandbox: also http to localhost)')
    .option('--ip-allow <address...>', 'addresses and CIDR ranges it may call from (default: any)')
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
      };
      const created = await ask(world, options, (operations) => operations.createMerchant(request));
      world.write(options.json ? jsonText(created) : createdMerchantText(created));
    });

  withCommonOptions(merchant.command('show'))
    .description('show a merchant')
    .argument('<merchant-id>', 'like mer_3vQ8x0Yb2LkT9sWd')
    .action(async (merchantId: string, options: CommonOptions) => {
      const found = await ask(world, options, (operations) => operations.showMerchant(merchantId));
      world.write(options.json ? jsonText(found) : merchantText(found));
    });

  return merchant;
}
