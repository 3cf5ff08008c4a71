import { Kassa, KassaError } from '../../index.ts';
import { CliError } from '../cli-error.ts';
import type { CliWorld } from '../cli-world.ts';
import { describeSettings } from './describe-settings.ts';
import { errorOfSdk } from './error-of-sdk.ts';
import { findSettings, type SettingOptions, type Settings } from './find-settings.ts';
import { readTextFile } from './read-text-file.ts';

/** The options of every command that calls the gateway. */
export interface ConnectionOptions extends SettingOptions {
  readonly json?: true;
  readonly verbose?: true;
}

export interface Connection {
  readonly kassa: Kassa;
  readonly settings: Settings;
}

/**
 * Returns a client for the gateway, and the settings with which it was created. The settings come from the command's options,
 * the environment and the settings files.
 *
 * @throws {CliError} when a setting is missing or wrong; the message says where to set it
 */
export function connect(world: CliWorld, options: ConnectionOptions): Connection {
  const settings = findSettings(options, world.environment, world.currentFolder);
  const { merchantId, privateKeyFile, baseUrl } = settings;
  const missing = [
    ...(merchantId === undefined ? ['the merchant ID (--merchant-id or KASSA_MERCHANT_ID)'] : []),
    ...(privateKeyFile === undefined
      ? ['the private key (--private-key-file or KASSA_PRIVATE_KEY_FILE)']
      : []),
  ];
  if (merchantId === undefined || privateKeyFile === undefined) {
    throw new CliError('usage', `Not set: ${missing.join(' and ')}.`, {
      whatToDo: 'Run `npm start` in Kassa’s repository for a sandbox, or `kassa init` for your own settings.',
      remarks: describeSettings(settings),
    });
  }
  if (options.verbose) world.writeError(`${describeSettings(settings).join('\n')}\n`);
  try {
    const kassa = new Kassa({
      merchantId: merchantId.value,
      privateKey: readTextFile(privateKeyFile.value, 'private key'),
      baseUrl: baseUrl.value,
    });
    return { kassa, settings };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CliError('usage', error.message, { remarks: describeSettings(settings) });
  }
}

/**
 * Calls the gateway with the settings that the user has given.
 *
 * @param repeat advice for an unclear outcome: how the user can repeat the call safely
 * @throws {CliError} for every failure of the call
 */
export async function call<Answer>(
  world: CliWorld,
  options: ConnectionOptions,
  work: (kassa: Kassa, settings: Settings) => Promise<Answer>,
  repeat = '',
): Promise<Answer> {
  const { kassa, settings } = connect(world, options);
  try {
    return await work(kassa, settings);
  } catch (error) {
    if (error instanceof KassaError) throw errorOfSdk(error, settings, repeat);
    throw error;
  }
}
