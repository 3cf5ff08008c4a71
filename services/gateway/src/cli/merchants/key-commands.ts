import type { AddedKey, Merchant } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { Command } from 'commander';
import { ask, type CommonOptions, jsonText, withCommonOptions } from '../operations/operations-command.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { table } from '../terminal/text-layout.ts';
import { readPublicKeyFile } from './merchant-files.ts';
import { merchantIdForm } from './merchant-id-form.ts';

interface AddOptions extends CommonOptions {
  readonly publicKey: string;
}

interface RevokeOptions extends CommonOptions {
  readonly force?: true;
}

/** `kassa-admin keys …` */
export function keyCommands(world: CliWorld): Command {
  const keys = new Command('keys').description(
    'merchants’ public keys, which their calls are verified with: add, list, revoke',
  );

  withCommonOptions(keys.command('list'))
    .description('list a merchant’s keys, the oldest first, the revoked ones too')
    .argument('<merchant-id>', merchantIdForm)
    .action(async (merchantId: string, options: CommonOptions) => {
      const found = await ask(world, options, endpoints.showMerchant, { path: { merchantId } });
      world.write(options.json ? jsonText({ keys: found.keys }) : keyListText(found));
    });

  withCommonOptions(keys.command('add'))
    .description('add a key beside those that are active; the merchant may sign with any of them')
    .argument('<merchant-id>', merchantIdForm)
    .requiredOption('--public-key <file>', 'its RSA public key of 2048 bits, a PEM file')
    .addHelpText(
      'after',
      '\nTo go over to a new key: add it, let the merchant sign with it, revoke the one before.\n\n' +
        'Example:\n  kassa-admin keys add mer_3vQ8x0Yb2LkT9sWd --public-key public-key-2027.pem',
    )
    .action(async (merchantId: string, options: AddOptions) => {
      const pem = readPublicKeyFile(options.publicKey);
      const added = await ask(world, options, endpoints.addMerchantKey, {
        path: { merchantId },
        body: { public_key: pem },
      });
      world.write(options.json ? jsonText(added) : addedKeyText(added));
    });

  withCommonOptions(keys.command('revoke'))
    .description('revoke a key for good: within a second no instance takes what it signs')
    .argument('<merchant-id>', merchantIdForm)
    .argument('<key-id>', 'like key_8dKw2Lq0Zr5TnVbX; keys list names them')
    .option('--force', 'also the last active one: the merchant can not call until it has another')
    .addHelpText('after', '\nExample:\n  kassa-admin keys revoke mer_3vQ8x0Yb2LkT9sWd key_8dKw2Lq0Zr5TnVbX')
    .action(async (merchantId: string, keyId: string, options: RevokeOptions) => {
      const changed = await ask(world, options, endpoints.revokeMerchantKey, {
        path: { merchantId, keyId },
        body: { force: options.force ?? false },
      });
      world.write(options.json ? jsonText(changed) : keyListText(changed));
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
