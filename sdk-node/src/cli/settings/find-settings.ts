import { dirname, join, resolve } from 'node:path';
import { type DemoFacts, findDemoFacts } from './demo-facts.ts';
import type { FoundSetting } from './found-setting.ts';
import { findSettingsFile } from './settings-file.ts';

/** The settings given on the command line. */
export interface SettingOptions {
  readonly merchantId?: string;
  readonly privateKeyFile?: string;
  readonly baseUrl?: string;
  readonly webhookSecret?: string;
}

/** All settings that were found. Each command reports the missing settings that it needs. */
export interface Settings {
  readonly merchantId: FoundSetting | undefined;
  readonly privateKeyFile: FoundSetting | undefined;
  readonly baseUrl: FoundSetting;
  readonly webhookSecret: FoundSetting | undefined;
  /**
   * The folder for the position of `kassa listen` in the event log. It is beside `kassa.json`, else beside the file of a
   * running demo, else in the current folder.
   */
  readonly stateFolder: string;
}

/** The default address is a sandbox on this machine. Companies run their own gateways, so there is no public address. */
const DEFAULT_BASE_URL = 'http://localhost:10020';

/**
 * Finds the settings for a command. For each setting, the user's option is used, else the environment variable, else
 * `kassa.json`. Settings that are missing there come from a running demo, unless the user has named another gateway or
 * merchant.
 *
 * @throws {CliError} when an existing file cannot be read or is invalid
 */
export function findSettings(
  options: SettingOptions,
  environment: NodeJS.ProcessEnv,
  currentFolder: string,
): Settings {
  const file = findSettingsFile(currentFolder);
  const demo = findDemoFacts(currentFolder);
  const said = {
    merchantId:
      fromOption(options.merchantId, '--merchant-id') ??
      fromEnvironment(environment, 'KASSA_MERCHANT_ID') ??
      fromFile(file?.merchantId, file?.file),
    privateKeyFile:
      inFolder(fromOption(options.privateKeyFile, '--private-key-file'), currentFolder) ??
      inFolder(fromEnvironment(environment, 'KASSA_PRIVATE_KEY_FILE'), currentFolder) ??
      fromFile(file?.privateKeyFile, file?.file),
    baseUrl:
      fromOption(options.baseUrl, '--base-url') ??
      fromEnvironment(environment, 'KASSA_BASE_URL') ??
      fromFile(file?.baseUrl, file?.file),
    webhookSecret:
      fromOption(options.webhookSecret, '--webhook-secret') ??
      fromEnvironment(environment, 'KASSA_WEBHOOK_SECRET'),
  };
  const rest = demo !== undefined && isMeant(demo, said) ? demo : undefined;
  return {
    merchantId: said.merchantId ?? fromFile(rest?.merchantId, rest?.file),
    // A private key that the user has set may belong to the demo's merchant, so it is used even if all other settings come from
    // the demo. The demo's own key is never used for another merchant.
    privateKeyFile: said.privateKeyFile ?? fromFile(rest?.privateKeyFile, rest?.file),
    baseUrl: said.baseUrl ??
      fromFile(rest?.baseUrl, rest?.file) ?? { value: DEFAULT_BASE_URL, from: 'the default' },
    webhookSecret: said.webhookSecret ?? fromFile(rest?.webhookSecret, rest?.file),
    stateFolder: stateFolderOf(file?.file, rest?.file, currentFolder),
  };
}

type SaidSettings = Pick<Settings, 'merchantId' | 'privateKeyFile' | 'webhookSecret'> & {
  readonly baseUrl: FoundSetting | undefined;
};

/**
 * Whether missing settings may come from the running demo. They may not if the user has named another merchant or gateway,
 * because the demo's key and secret would be useless there.
 */
function isMeant(demo: DemoFacts, { merchantId, baseUrl }: SaidSettings): boolean {
  if (merchantId !== undefined && merchantId.value !== demo.merchantId) return false;
  return baseUrl === undefined || addressOf(baseUrl.value) === addressOf(demo.baseUrl);
}

/**
 * Reduces an address to scheme, host and port, so that two addresses can be compared; `localhost` becomes `127.0.0.1`. An
 * invalid address stays unchanged, because an error is reported later, where the address is used.
 */
function addressOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin.replace('://localhost', '://127.0.0.1') : url;
}

function stateFolderOf(
  settingsFile: string | undefined,
  demoFile: string | undefined,
  currentFolder: string,
): string {
  if (settingsFile !== undefined) return join(dirname(settingsFile), '.kassa');
  return demoFile === undefined ? join(currentFolder, '.kassa') : dirname(demoFile);
}

function fromOption(value: string | undefined, option: string): FoundSetting | undefined {
  return value === undefined ? undefined : { value, from: option };
}

/** An empty variable counts as not set. */
function fromEnvironment(environment: NodeJS.ProcessEnv, name: string): FoundSetting | undefined {
  const value = environment[name];
  return value === undefined || value === '' ? undefined : { value, from: name };
}

function fromFile(value: string | undefined, file: string | undefined): FoundSetting | undefined {
  return value === undefined || file === undefined ? undefined : { value, from: file };
}

function inFolder(setting: FoundSetting | undefined, folder: string): FoundSetting | undefined {
  return setting === undefined ? undefined : { ...setting, value: resolve(folder, setting.value) };
}
