import { join } from 'node:path';
import { writePrivateFile } from './private-files.ts';

/** The content of `demo.json`: what scripts and tests need to know about a running demo. Base URLs do not include `/api`. */
export interface DemoFacts {
  readonly environment: 'sandbox';
  readonly merchant_id: string;
  readonly private_key_file: string;
  readonly webhook_secret: string;
  readonly webhook_receiver_url: string;
  readonly merchant_base_url: string;
  readonly checkout_base_url: string;
  readonly operations_base_url: string;
  readonly sample_pay_url: string;
}

/** Only the owner may read the file, because it holds the webhook secret. */
export function writeDemoFile(dataFolder: string, facts: DemoFacts): void {
  writePrivateFile(fileIn(dataFolder), `${JSON.stringify(facts, null, 2)}\n`);
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'demo.json');
}
