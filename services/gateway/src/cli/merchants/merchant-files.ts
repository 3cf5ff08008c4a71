import { createPublicKey } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { PaymentRoute } from '@kassa/contracts';
import { CliError } from '../terminal/cli-error.ts';
import { inputName, readInput } from '../terminal/input-file.ts';

/**
 * Reads payment routes from a JSON file, or from standard input if the file is `-`. The gateway, not this command, checks the
 * routes.
 *
 * @throws {CliError} when the file cannot be read, or does not contain a JSON array
 */
export function readRoutesFile(file: string): PaymentRoute[] {
  const routes = parse(readInput(file));
  if (!Array.isArray(routes))
    throw new CliError('usage', `${inputName(file)} does not contain a JSON array of routes.`);
  return routes;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const HOW_TO_MAKE =
  'Make a key pair with:\n' +
  '  openssl genrsa -out private-key.pem 2048\n' +
  '  openssl rsa -in private-key.pem -pubout -out public-key.pem';

/**
 * Reads a merchant's public key from a PEM file, or from standard input if the file is `-`. The gateway, not this command, checks
 * the key's type and length (RSA, 2048 bits).
 *
 * @throws {CliError} when the file cannot be read, or does not contain a public key
 */
export function readPublicKeyFile(file: string): string {
  const text = readInput(file);
  // Refuse a private key before it leaves this machine, because it is the merchant's secret. `createPublicKey` would accept it
  // too.
  if (/PRIVATE KEY/.test(text)) {
    throw new CliError(
      'usage',
      `${inputName(file)} holds a private key, which only the merchant may have. Use the merchant’s public key:\n` +
        `  openssl rsa -in ${file === '-' ? 'private-key.pem' : file} -pubout -out public-key.pem`,
    );
  }
  try {
    createPublicKey(text);
  } catch {
    throw new CliError(
      'usage',
      `${inputName(file)} holds no public key in PEM form (-----BEGIN PUBLIC KEY-----). ${HOW_TO_MAKE}`,
    );
  }
  return text;
}

/**
 * The largest logo file that the command sends, in bytes. The gateway's own limit is lower, so a logo that is only a little too
 * large gets the gateway's own error message.
 */
const MAX_BYTES = 90_000;

/**
 * Reads a logo from an image file and encodes it as Base64. The gateway, not this command, checks the image.
 *
 * @throws {CliError} when the file cannot be read, or is far too large to be sent
 */
export function readLogoFile(file: string): string {
  try {
    if (statSync(file).size <= MAX_BYTES) return readFileSync(file).toString('base64');
  } catch (error) {
    throw new CliError(
      'usage',
      `The logo file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  throw new CliError('usage', `The logo file ${file} is too large. A logo may have at most 64 KiB.`);
}
