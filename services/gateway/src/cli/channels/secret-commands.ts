import type { EncryptedAnew } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { jsonText } from '@kassa/contracts/terminal';
import { Command } from 'commander';
import { ask, type CommonOptions, withCommonOptions } from '../operations/operations-command.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { CliWorld } from '../terminal/cli-world.ts';

/** `kassa-admin secrets …` */
export function secretCommands(world: CliWorld): Command {
  const secrets = new Command('secrets').description('the encryption of the stored secrets');
  withCommonOptions(secrets.command('encrypt-anew'))
    .description(
      'encrypt all stored secrets with the first key of KASSA_ENCRYPTION_KEY, so that you can drop the other keys',
    )
    .action(async (options: CommonOptions) => {
      const done = await encryptAll(world, options);
      const { merchants, channel_accounts: accounts, unreadable } = done;
      world.write(
        options.json
          ? jsonText(done)
          : `Secrets encrypted anew. Merchants: ${merchants}. Accounts at processors: ${accounts}.\n${keysText(done)}`,
      );
      if (unreadable.length === 0) return;
      throw new CliError(
        'refused',
        `No key decrypts the secrets of: ${unreadable.join(', ')}. They are unchanged.`,
      );
    });
  return secrets;
}

function keysText({ retired_keys: keys }: Pick<EncryptedAnew, 'retired_keys'>): string {
  if (keys.length === 0) return '';
  return `No secret needs the keys with these check values any more: ${keys.join(', ')}. Remove them from KASSA_ENCRYPTION_KEY.\n`;
}

async function encryptAll(world: CliWorld, options: CommonOptions): Promise<Omit<EncryptedAnew, 'next'>> {
  const sum = { merchants: 0, channel_accounts: 0, unreadable: [] as string[], retired_keys: [] as string[] };
  let after: string | null = null;
  do {
    const page: EncryptedAnew = await ask(world, options, endpoints.encryptAnew, {
      body: after === null ? {} : { after },
    });
    sum.merchants += page.merchants;
    sum.channel_accounts += page.channel_accounts;
    sum.unreadable.push(...page.unreadable);
    sum.retired_keys.push(...page.retired_keys);
    after = page.next;
  } while (after !== null);
  return sum;
}
