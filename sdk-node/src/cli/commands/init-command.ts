import { jsonText } from '@kassa/contracts/terminal';
import { Command } from 'commander';
import type { CliWorld } from '../cli-world.ts';
import { initText } from '../output/init-text.ts';
import { initialise } from '../settings/initialise.ts';
import { withOutputOptions } from './connection-options.ts';

interface InitOptions {
  readonly merchantId?: string;
  readonly baseUrl?: string;
  readonly json?: true;
}

/** `kassa init` */
export function initCommand(world: CliWorld): Command {
  return withOutputOptions(
    new Command('init')
      .description('generate a key pair and kassa.json in this folder, and print the public key to upload')
      .option('--merchant-id <id>', 'merchant ID that the gateway assigned; leave it out until you have one')
      .option('--base-url <url>', 'address of the gateway (default: the sandbox on this machine)')
      .addHelpText(
        'after',
        '\nThe command keeps an existing key and leaves other members of kassa.json unchanged.\n\n' +
          'Examples:\n  kassa init\n  kassa init --merchant-id mer_3vQ8x0Yb2LkT9sWd --base-url https://pay.example',
      )
      .action((options: InitOptions) => {
        const done = initialise(world.currentFolder, options);
        world.write(
          options.json
            ? jsonText({
                settings_file: done.settingsFile,
                private_key_file: done.privateKeyFile,
                public_key_file: done.publicKeyFile,
                public_key: done.publicKey,
                merchant_id: done.merchantId ?? null,
                base_url: done.baseUrl ?? null,
                made_key: done.madeKey,
              })
            : initText(done),
        );
      }),
  );
}
