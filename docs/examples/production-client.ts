import { Kassa } from '@kassa/sdk-node';

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`Set ${name}.`);
  return value;
}

// #region client
export const kassa = new Kassa({
  merchantId: setting('KASSA_MERCHANT_ID'),
  privateKey: { file: setting('KASSA_PRIVATE_KEY_FILE') },
  environment: 'production', // insists on https
  baseUrl: setting('KASSA_BASE_URL'),
});
// #endregion client
