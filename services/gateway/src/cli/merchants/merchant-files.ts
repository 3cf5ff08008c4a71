import { createPublicKey } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { PaymentRoute } from '@kassa/contracts';
import { CliError } from '../terminal/cli-error.ts';
import { inputName, readInput } from '../terminal/input-file.ts';

/**
 * Reads routes from a JSON file, or from standard input. The gateway itself validates each route.
 *
 * @throws {CliError} when there is no such file, or it does not contain a JSON array
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
 * Reads the PEM of a merchant's public key. The gateway itself checks that it accepts the key (RSA, 2048 bits).
 *
 * @throws {CliError} when there is no such file, or it does not contain a public key
 */
export function readPublicKeyFile(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError(
      'usage',
      `The key file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  // createPublicKey also accepts a private key; sending that to the gateway would reveal the merchant's secret.
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

/** More than the gateway accepts for any image. The gateway reports its own limit for smaller files. */
const MAX_BYTES = 90_000;

/**
 * Reads a logo as Base64. The gateway itself checks that it is a logo.
 *
 * @throws {CliError} when there is no such file, or it is far too large to be sent
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
  throw new CliError('usage', `The logo file ${file} is too large: a logo may have 64 KiB.`);
}
