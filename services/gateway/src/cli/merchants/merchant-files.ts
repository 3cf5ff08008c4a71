import { createPublicKey } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { PaymentRoute } from '@kassa/contracts';
import { CliError } from '../terminal/cli-error.ts';
import { inputName, readInput } from '../terminal/input-file.ts';

/**
 * Routes from a JSON file, or from standard input. What is wrong with one of them the gateway says itself.
 *
 * @throws {CliError} when there is no such file, or it holds no JSON array
 */
export function readRoutesFile(file: string): PaymentRoute[] {
  const routes = parse(readInput(file));
  if (!Array.isArray(routes))
    throw new CliError('usage', `${inputName(file)} holds no JSON array of routes.`);
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

/** More than the gateway takes of any image; it says itself how much that is. */
const MAX_BYTES = 90_000;

/**
 * A logo's file as Base64. Whether it is a logo the gateway says.
 *
 * @throws {CliError} when there is no such file, or it is far too large to be sent
 */
export function readLogoFile(file: string): string {
  try {
    if (statSync(file).size <= MAX_BYTES) return readFileSync(file).toString('base64');
  } catch (error) {
    throw new CliError(
      'usage',
      `The logo file ${file} can not be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  throw new CliError('usage', `The logo file ${file} is too large: a logo may have 64 KiB.`);
}
