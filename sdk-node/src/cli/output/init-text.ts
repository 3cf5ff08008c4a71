import { basename } from 'node:path';
import { layOut } from '@kassa/contracts/terminal';
import type { Initialised } from '../settings/initialise.ts';

/** What `kassa init` has done, and what comes next. */
export function initText(done: Initialised): string {
  const key = basename(done.privateKeyFile);
  return [
    layOut([
      [done.madeKey ? 'Made' : 'Kept', `${key}   your private key; it never leaves this machine`],
      ['Wrote', `${basename(done.publicKeyFile)}   to be uploaded at the gateway`],
      ['Wrote', `${basename(done.settingsFile)}   the settings; it holds no secret`],
    ]),
    `\n${done.publicKey}`,
    done.isKeyIgnored ? '' : `\nKeep the private key out of your repository:\n  echo ${key} >> .gitignore\n`,
    done.merchantId === undefined ? stepsToMerchantId(basename(done.publicKeyFile)) : '',
  ].join('');
}

function stepsToMerchantId(publicKeyFile: string): string {
  return [
    '\nNext:',
    '  1. Upload the public key at the gateway. In a sandbox of your own its operator runs:',
    `     kassa-admin merchant create --name "My shop" --public-key ${publicKeyFile} \\`,
    '       --webhook-url http://localhost:3000/hook',
    '  2. Note the merchant ID that you get:',
    '     kassa init --merchant-id mer_…',
    '  3. Try it:',
    '     kassa payment create --amount 10.00 --currency USD\n',
  ].join('\n');
}
