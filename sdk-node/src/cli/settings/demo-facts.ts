import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '../cli-error.ts';
import { readTextFile } from './read-text-file.ts';

/** Facts about a demo that runs on this machine, as `npm start` wrote them. */
export interface DemoFacts {
  readonly file: string;
  readonly merchantId: string;
  readonly privateKeyFile: string;
  readonly baseUrl: string;
  readonly webhookSecret: string;
}

/**
 * Reads the nearest `.kassa/demo.json`, in the folder itself or above it.
 *
 * @throws {CliError} when the file is damaged
 */
export function findDemoFacts(folder: string): DemoFacts | undefined {
  const file = join(folder, '.kassa', 'demo.json');
  if (existsSync(file)) return readDemoFacts(file);
  const above = dirname(folder);
  return above === folder ? undefined : findDemoFacts(above);
}

function readDemoFacts(file: string): DemoFacts {
  const text = readTextFile(file, 'demo’s file');
  try {
    const facts = JSON.parse(text) as Record<string, unknown>;
    const { merchant_id, private_key_file, merchant_base_url, webhook_secret } = facts;
    if (
      typeof merchant_id === 'string' &&
      typeof private_key_file === 'string' &&
      typeof merchant_base_url === 'string' &&
      typeof webhook_secret === 'string'
    ) {
      return {
        file,
        merchantId: merchant_id,
        privateKeyFile: private_key_file,
        baseUrl: merchant_base_url,
        webhookSecret: webhook_secret,
      };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  throw new CliError('usage', `${file} is damaged. Run \`npm start\` again to rewrite it.`);
}
