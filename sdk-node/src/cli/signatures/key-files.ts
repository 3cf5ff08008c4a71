import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { CliError } from '../cli-error.ts';
import { readTextFile } from '../settings/read-text-file.ts';

/**
 * Reads the private key with which requests are signed.
 *
 * @throws {CliError} when the file contains no RSA private key; the message never quotes the file's content
 */
export function readPrivateKey(file: string): KeyObject {
  const key = keyOf(() => createPrivateKey(readTextFile(file, 'private key')));
  if (key?.asymmetricKeyType === 'rsa') return key;
  throw new CliError('usage', `${file} holds no RSA private key in PEM format.`);
}

/**
 * Reads the public key with which signatures are verified. The file may contain the public key, or a private key from which the
 * public key is derived.
 */
export function readPublicKey(file: string): KeyObject {
  const key = keyOf(() => createPublicKey(readTextFile(file, 'public key')));
  if (key?.asymmetricKeyType === 'rsa') return key;
  throw new CliError('usage', `${file} holds no RSA key in PEM format.`);
}

function keyOf(read: () => KeyObject): KeyObject | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CliError) throw error;
    return undefined;
  }
}
