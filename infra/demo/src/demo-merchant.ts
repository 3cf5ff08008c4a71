import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { join } from 'node:path';
import type { Merchant } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { OperationsClient } from '@kassa/gateway/operations-client';
import { DemoError } from './demo-error.ts';
import { readPrivateFile, writePrivateFile } from './private-files.ts';

/** The merchant to which the demo shop belongs. */
export interface DemoMerchant {
  readonly merchantId: string;
  readonly privateKeyFile: string;
  readonly webhookSecret: string;
}

interface KeptMerchant {
  readonly merchant_id: string;
  readonly webhook_url: string;
  /** The secret that signs the merchant's webhooks. The demo keeps it in a file, because the gateway shows it only once. */
  readonly webhook_secret: string;
}

export interface DemoMerchantOptions {
  /** The folder in which the key pair and the webhook secret are kept between runs. */
  readonly folder: string;
  readonly operationsBaseUrl: string;
  readonly operationsToken: string;
  readonly webhookUrl: string;
  /** Origins whose pages may show the cashier and card fields in a frame: those of the shop and of the docs' playground. */
  readonly pageOrigins: readonly string[];
  readonly onProgress: (line: string) => void;
}

/**
 * Returns the merchant of an earlier run if the gateway still has it with this webhook address. Otherwise, it creates a new
 * merchant. So the demo also works after the database or the demo's folder was deleted.
 */
export async function keepDemoMerchant(options: DemoMerchantOptions): Promise<DemoMerchant> {
  const operations = new OperationsClient({
    baseUrl: options.operationsBaseUrl,
    token: options.operationsToken,
  });
  const privateKeyFile = join(options.folder, 'private-key.pem');
  const merchantFile = join(options.folder, 'merchant.json');
  const kept = readKeptMerchant(merchantFile);
  const keptKey = readKey(privateKeyFile);
  if (kept?.webhook_url === options.webhookUrl && keptKey !== undefined) {
    const shown = await operations.call(endpoints.showMerchant, {
      path: { merchantId: kept.merchant_id },
    });
    if (shown.kind === 'answered' && mayCallWith(shown.data, keptKey)) {
      await allowFrames(operations, shown.data, options.pageOrigins);
      return { merchantId: kept.merchant_id, privateKeyFile, webhookSecret: kept.webhook_secret };
    }
  }

  const key = keptKey ?? newKey(privateKeyFile);
  const created =
    (await onboard(operations, key, options)) ??
    // The gateway already knows this key, but from a merchant with another webhook secret or address. Create a new merchant
    // with a new key.
    (await onboard(operations, newKey(privateKeyFile), options));
  if (created === undefined)
    throw new DemoError('The gateway refused a new public key as one that it already knows.');
  writePrivateFile(merchantFile, `${JSON.stringify(created, null, 2)}\n`);
  options.onProgress(`Onboarded the demo merchant ${created.merchant_id}.`);
  return { merchantId: created.merchant_id, privateKeyFile, webhookSecret: created.webhook_secret };
}

/**
 * Allows the pages of the shop and of the docs to show the cashier and the card fields in a frame. Origins that a developer
 * added by hand stay allowed.
 */
async function allowFrames(
  operations: OperationsClient,
  { merchant_id, allowed_origins }: Pick<Merchant, 'merchant_id' | 'allowed_origins'>,
  pageOrigins: readonly string[],
): Promise<void> {
  const missing = pageOrigins.filter((origin) => !allowed_origins.includes(origin));
  if (missing.length === 0) return;
  const answer = await operations.call(endpoints.setAllowedOrigins, {
    path: { merchantId: merchant_id },
    body: { allowed_origins: [...allowed_origins, ...missing] },
  });
  if (answer.kind === 'refused')
    throw new DemoError(
      `The gateway refused the origins of the demo’s pages: ${answer.name}: ${answer.detail}`,
    );
  if (answer.kind === 'unreachable')
    throw new DemoError(`The gateway did not accept the origins of the demo’s pages: ${answer.reason}`);
}

function mayCallWith(merchant: Merchant, key: KeyObject): boolean {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const fingerprint = createHash('sha256').update(publicKey).digest('hex');
  return (
    merchant.state === 'active' &&
    merchant.keys.some((known) => known.state === 'active' && known.fingerprint === fingerprint)
  );
}

/** Creates a merchant with this key; undefined if the gateway already has the key. */
async function onboard(
  operations: OperationsClient,
  key: KeyObject,
  { webhookUrl, pageOrigins }: DemoMerchantOptions,
): Promise<KeptMerchant | undefined> {
  const answer = await operations.call(endpoints.createMerchant, {
    body: {
      name: 'Corner Roasters',
      public_key: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
      webhook_url: webhookUrl,
    },
  });
  switch (answer.kind) {
    case 'answered': {
      const { merchant_id, webhook_url, webhook_secret } = answer.data;
      await allowFrames(operations, answer.data, pageOrigins);
      return { merchant_id, webhook_url, webhook_secret };
    }
    case 'refused':
      if (answer.name === 'DUPLICATE_PUBLIC_KEY') return undefined;
      throw new DemoError(`The demo merchant could not be onboarded: ${answer.name}: ${answer.detail}`);
    case 'unreachable':
      throw new DemoError(`The demo merchant could not be onboarded: ${answer.reason}`);
  }
}

function readKeptMerchant(file: string): KeptMerchant | undefined {
  try {
    const kept = JSON.parse(readPrivateFile(file) ?? 'null') as Partial<KeptMerchant> | null;
    const isWhole = [kept?.merchant_id, kept?.webhook_url, kept?.webhook_secret].every(
      (member) => typeof member === 'string',
    );
    return isWhole ? (kept as KeptMerchant) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Undefined if there is no valid key. */
function readKey(file: string): KeyObject | undefined {
  const pem = readPrivateFile(file);
  if (pem === undefined) return undefined;
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

function newKey(file: string): KeyObject {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writePrivateFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  return privateKey;
}
