import type { Settings } from './find-settings.ts';
import type { FoundSetting } from './found-setting.ts';

/** Describes which settings are used and where they come from. It says where a secret comes from, but never shows its value. */
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
