import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CliError } from '../terminal/cli-error.ts';

const HOW_TO_MAKE =
  'Make a key pair with:\n' +
  '  openssl genrsa -out private-key.pem 2048\n' +
  '  openssl rsa -in private-key.pem -pubout -out public-key.pem';

/**
 * The PEM text of a merchant's public key. Whether the gateway takes it (RSA, 2048 bits) it says itself.
 *
 * @throws {CliError} when there is no such file, or it holds no public key
 */
export function readPublicKeyFile(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError(
      'usage',
      `The key file ${file} can not be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  // createPublicKey would take a private key too, and send the merchant's secret to the operator's gateway.
  if (/PRIVATE KEY/.test(text)) {
    throw new CliError(
      'usage',
      `${file} holds a private key, which never leaves the merchant. Give its public key:\n` +
        `  openssl rsa -in ${file} -pubout -out public-key.pem`,
    );
  }
  try {
    createPublicKey(text);
  } catch {
    throw new CliError(
      'usage',
      `${file} holds no public key in PEM form (-----BEGIN PUBLIC KEY-----). ${HOW_TO_MAKE}`,
    );
  }
  return text;
}
