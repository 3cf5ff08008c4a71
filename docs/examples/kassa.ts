import { readFileSync } from 'node:fs';
import { Kassa } from '@kassa/sdk-node';

/** The sandbox's settings, written by `npm start`; in production, use your own. */
export const demo = JSON.parse(readFileSync('.kassa/demo.json', 'utf8'));

// #region client
export const kassa = new Kassa({
  merchantId: demo.merchant_id,
  privateKey: { file: demo.private_key_file },
  baseUrl: demo.merchant_base_url, // without /api
});
// #endregion client
