import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import { readTextFile } from './read-text-file.ts';
import { readSettingsFile, SETTINGS_FILE, writeSettingsFile } from './settings-file.ts';

const PRIVATE_KEY_FILE = 'kassa-private-key.pem';
const PUBLIC_KEY_FILE = 'kassa-public-key.pem';
/** The key size that the gateway accepts. */
const KEY_BITS = 2048;

export interface Initialised {
  readonly settingsFile: string;
  readonly privateKeyFile: string;
  readonly publicKeyFile: string;
  /** PEM, for upload. */
  readonly publicKey: string;
  readonly merchantId: string | undefined;
  readonly baseUrl: string | undefined;
  /** Whether a new key pair was created. An existing one is never changed. */
  readonly madeKey: boolean;
  /** Whether `.gitignore` in the folder keeps the file with the private key out of git. */
  readonly isKeyIgnored: boolean;
}

/**
 * Creates a key pair and `kassa.json` in a folder, or completes them if they exist.
 *
 * @throws {CliError} when an existing file is invalid, or a file cannot be written
 */
export function initialise(
  folder: string,
  said: { readonly merchantId?: string; readonly baseUrl?: string },
): Initialised {
  const settingsFile = join(folder, SETTINGS_FILE);
  const present = existsSync(settingsFile) ? readSettingsFile(settingsFile) : undefined;
  const privateKeyFile = present?.privateKeyFile ?? join(folder, PRIVATE_KEY_FILE);
  const publicKeyFile = resolve(dirname(privateKeyFile), PUBLIC_KEY_FILE);
  const merchantId = said.merchantId ?? present?.merchantId;
  const baseUrl = said.baseUrl === undefined ? present?.baseUrl : checkAddress(said.baseUrl);
  try {
    const madeKey = !existsSync(privateKeyFile);
    // If there is a public key but no private key, the private key is probably kept elsewhere. Do not create a new pair: it
    // would not match the public key, which the merchant may already have given to the gateway's operator.
    if (madeKey && existsSync(publicKeyFile)) throw isOfAnother(publicKeyFile);
    const key = madeKey ? makeKey(privateKeyFile) : readKey(privateKeyFile);
    const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
    keepPublicKey(publicKeyFile, publicKey);
    writeSettingsFile(settingsFile, {
      merchantId,
      privateKeyFile: relative(folder, privateKeyFile),
      baseUrl,
    });
    const isKeyIgnored = isIgnored(folder, relative(folder, privateKeyFile));
    return {
      settingsFile,
      privateKeyFile,
      publicKeyFile,
      publicKey,
      merchantId,
      baseUrl,
      madeKey,
      isKeyIgnored,
    };
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (error instanceof CliError || path === undefined) throw error;
    throw new CliError('usage', `${path} cannot be written (${code}).`);
  }
}

/** Creates the private key's file with owner-only permissions. It never replaces an existing file. */
function makeKey(file: string): KeyObject {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: KEY_BITS });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  return privateKey;
}

/** Writes the public key's file if it is missing. It never overwrites a file with another key. */
function keepPublicKey(file: string, publicKey: string): void {
  if (!existsSync(file)) writeFileSync(file, publicKey, { flag: 'wx' });
  else if (readTextFile(file, 'public key').replaceAll('\r\n', '\n').trim() !== publicKey.trim()) {
    throw isOfAnother(file);
  }
}

function isOfAnother(file: string): CliError {
  return new CliError(
    'usage',
    `${file} exists, but is not the public half of the private key. Move it away.`,
  );
}

function readKey(file: string): KeyObject {
  const pem = readTextFile(file, 'private key');
  try {
    return createPrivateKey(pem);
  } catch {
    // Do not show the crypto library's error, because it could contain details of the key.
    throw new CliError('usage', `${file} exists, but is not a readable private key. Move it away.`);
  }
}

function checkAddress(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new CliError('usage', `"${url}" is not a valid gateway address. Example: https://pay.example`);
}

/** Whether `.gitignore` has a line that names the file or all PEM files. This is a simple check that does not call git. */
function isIgnored(folder: string, name: string): boolean {
  const file = join(folder, '.gitignore');
  if (!existsSync(file)) return false;
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  return [name, `/${name}`, '*.pem'].some((pattern) => lines.includes(pattern));
}
