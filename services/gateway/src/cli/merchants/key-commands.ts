import type { AddedKey, Merchant } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { jsonText, table } from '@kassa/contracts/terminal';
import { Command } from 'commander';
import { ask, askAndPrint, type CommonOptions, merchantCommand } from '../operations/operations-command.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { readPublicKeyFile } from './merchant-files.ts';

interface AddOptions extends CommonOptions {
  readonly publicKey: string;
}

interface RevokeOptions extends CommonOptions {
  readonly force?: true;
}

/** `kassa-admin keys …` */
export function keyCommands(world: CliWorld): Command {
  const keys = new Command('keys').description(
    'add, list and revoke the public keys that verify merchants’ calls',
  );

  merchantCommand(keys, 'list')
    .description('list a merchant’s keys, including revoked ones, oldest first')
    .action(async (merchantId: string, options: CommonOptions) => {
      const found = await ask(world, options, endpoints.showMerchant, { path: { merchantId } });
      world.write(options.json ? jsonText({ keys: found.keys }) : keyListText(found));
    });

  merchantCommand(keys, 'add')
    .description('add an active key; the merchant may sign with any active key')
    .requiredOption(
      '--public-key <file>',
      'PEM file with the merchant’s RSA public key of 2048 bits; - reads standard input',
    )
    .addHelpText(
      'after',
      '\nTo replace a key: add the new key, let the merchant sign with it, then revoke the old key.\n\n' +
        'Example:\n  kassa-admin keys add mer_3vQ8x0Yb2LkT9sWd --public-key public-key-2027.pem',
    )
    .action(async (merchantId: string, options: AddOptions) => {
      const pem = readPublicKeyFile(options.publicKey);
      await askAndPrint(world, options, addedKeyText, endpoints.addMerchantKey, {
        path: { merchantId },
        body: { public_key: pem },
      });
    });

  merchantCommand(keys, 'revoke')
    .description('revoke a key permanently: within a second, every instance refuses its signatures')
    .argument('<key-id>', 'the key’s ID, such as key_8dKw2Lq0Zr5TnVbX; `keys list` prints it')
    .option('--force', 'revoke even the last active key; the merchant then cannot call until it has another')
    .addHelpText('after', '\nExample:\n  kassa-admin keys revoke mer_3vQ8x0Yb2LkT9sWd key_8dKw2Lq0Zr5TnVbX')
    .action(async (merchantId: string, keyId: string, options: RevokeOptions) => {
      await askAndPrint(world, options, keyListText, endpoints.revokeMerchantKey, {
        path: { merchantId, keyId },
        body: { force: options.force ?? false },
      });
    });

  return keys;
}

/** A merchant's keys, the oldest first. */
function keyListText({ keys }: Pick<Merchant, 'keys'>): string {
  const rows = keys.map(({ key_id, state, created_at, revoked_at, fingerprint }) => [
    key_id,
    state,
    created_at,
    revoked_at ?? '',
    fingerprint,
  ]);
  return table(['Key', 'State', 'Since', 'Revoked', 'SHA-256'], rows);
}

function addedKeyText(added: AddedKey): string {
  return `${added.key_id} is active.\n\n${keyListText(added)}`;
}
