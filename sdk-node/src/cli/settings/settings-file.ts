import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import { readTextFile } from './read-text-file.ts';

/** The name of the settings file that `kassa init` writes. The file holds the path of the private key, but no secret. */
export const SETTINGS_FILE = 'kassa.json';

export interface SettingsFile {
  readonly file: string;
  readonly merchantId: string | undefined;
  /** The absolute path of the private key's file. In `kassa.json`, the path is relative to the folder of that file. */
  readonly privateKeyFile: string | undefined;
  readonly baseUrl: string | undefined;
}

const members = ['merchant_id', 'private_key_file', 'base_url'] as const;

/**
 * Reads the nearest `kassa.json`, in the folder itself or above it.
 *
 * @throws {CliError} when the file cannot be read or is invalid
 */
export function findSettingsFile(folder: string): SettingsFile | undefined {
  const file = join(folder, SETTINGS_FILE);
  if (existsSync(file)) return readSettingsFile(file);
  const above = dirname(folder);
  return above === folder ? undefined : findSettingsFile(above);
}

export function readSettingsFile(file: string): SettingsFile {
  const content = parse(file);
  for (const [name, value] of Object.entries(content)) {
    if (!(members as readonly string[]).includes(name)) {
      throw new CliError(
        'usage',
        `${file}: unknown member "${name}". Allowed: ${members.join(', ')}. Secrets go into the environment.`,
      );
    }
    if (typeof value !== 'string' || value === '') {
      throw new CliError('usage', `${file}: "${name}" must be a non-empty string.`);
    }
  }
  const { merchant_id, private_key_file, base_url } = content as Record<string, string | undefined>;
  return {
    file,
    merchantId: merchant_id,
    privateKeyFile: private_key_file === undefined ? undefined : resolve(dirname(file), private_key_file),
    baseUrl: base_url,
  };
}

/**
 * Writes the settings file without undefined members. The path of the private key is written as given, relative to the folder
 * of the file.
 */
export function writeSettingsFile(
  file: string,
  settings: { merchantId?: string | undefined; privateKeyFile: string; baseUrl?: string | undefined },
): void {
  const content = {
    merchant_id: settings.merchantId,
    private_key_file: settings.privateKeyFile,
    base_url: settings.baseUrl,
  };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

function parse(file: string): Record<string, unknown> {
  const text = readTextFile(file, 'settings file');
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) {
      return content as Record<string, unknown>;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CliError('usage', `${file} is not a JSON object. Run \`kassa init\` to write one.`);
}
