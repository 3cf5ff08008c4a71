import type { Settings } from './find-settings.ts';
import type { FoundSetting } from './found-setting.ts';

/** Which settings were taken and from where, in sentences. Secrets are named and never shown. */
export function describeSettings({ merchantId, privateKeyFile, baseUrl }: Settings): string[] {
  return [
    `Gateway: ${describe(baseUrl)}`,
    `Merchant: ${describe(merchantId)}`,
    `Private key: ${describe(privateKeyFile)}`,
  ];
}

function describe(setting: FoundSetting | undefined): string {
  return setting === undefined ? 'not set' : `${setting.value} (${setting.from})`;
}
