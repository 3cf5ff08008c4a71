import { basename } from 'node:path';
import { layOut } from '@kassa/contracts/terminal';
import type { Initialised } from '../settings/initialise.ts';

/** Describes what `kassa init` did, and the next steps for the user. */
export function initText(done: Initialised): string {
  const key = basename(done.privateKeyFile);
  return [
    layOut([
      [done.madeKey ? 'Made' : 'Kept', `${key}   your private key; keep it on this machine`],
      ['Wrote', `${basename(done.publicKeyFile)}   your public key, to upload at the gateway`],
      ['Wrote', `${basename(done.settingsFile)}   the settings, without secrets`],
    ]),
    `\n${done.publicKey}`,
    done.isKeyIgnored ? '' : `\nKeep the private key out of your repository:\n  echo ${key} >> .gitignore\n`,
    done.merchantId === undefined ? stepsToMerchantId(basename(done.publicKeyFile)) : '',
  ].join('');
}

function stepsToMerchantId(publicKeyFile: string): string {
  return [
    '\nNext:',
    '  1. Upload the public key at the gateway. In your own sandbox, run:',
    `     kassa-admin merchant create --name "My shop" --public-key ${publicKeyFile} \\`,
    '       --webhook-url http://localhost:3000/hook',
    '  2. Store the merchant ID that you get:',
    '     kassa init --merchant-id mer_…',
    '  3. Try it:',
    '     kassa payment create --amount 10.00 --currency USD\n',
  ].join('\n');
}
