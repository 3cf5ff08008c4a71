import { OperationsClient } from '@kassa/gateway/operations-client';
import { DemoError } from './demo-error.ts';
import { readDemoFile } from './demo-file.ts';

/**
 * Two demos on one data folder would share its database, and the first to end would stop it for both.
 *
 * @throws {DemoError} when a demo runs on this data folder already, on other ports
 */
export async function requireNotRunning(dataFolder: string, operationsToken: string): Promise<void> {
  const facts = readDemoFile(dataFolder);
  if (facts === undefined) return;
  const operations = new OperationsClient({ baseUrl: facts.operations_base_url, token: operationsToken });
  // Only the gateway of this folder takes its token and knows its merchant.
  if ((await operations.showMerchant(facts.merchant_id)).kind !== 'answered') return;
  throw new DemoError(
    `\`npm start\` runs already on this folder (operations at ${facts.operations_base_url}). Press Ctrl-C there first.`,
  );
}
