import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../src/free-ports.ts';
import { type GatewayVersion, thisVersion } from './gateway-version.ts';
import { ServerProcess } from './server-process.ts';

export interface MeasuredGateway {
  readonly process: ServerProcess;
  readonly merchantUrl: string;
  readonly checkoutUrl: string;
  readonly merchantId: string;
  readonly privateKey: KeyObject;
  /** The address of the operations port. A peer has none. */
  readonly operationsUrl?: string;
  /** Adds a merchant who gets webhooks but makes no calls, and returns the merchant's ID. A peer cannot do this. */
  readonly addSilentMerchant?: (webhookUrl: string) => Promise<string>;
}

/** What a measured gateway needs from its surroundings. */
export interface GatewaySurroundings {
  readonly mongoUri: string;
  readonly databaseName: string;
  readonly merchantPort: number;
  readonly processor: ProcessorAccess;
  readonly webhookUrl: string;
}

export interface ProcessorAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly callbackSecret: string;
}

/** The encryption key. It is the same at every start, so that a gateway can start again with a database that it has used. */
const encryptionKey = randomBytes(32).toString('base64');

/** Starts the gateway as in production, with one merchant. Its rate limits are so high that they have no effect. */
export async function startMeasuredGateway(
  options: GatewaySurroundings,
  version: GatewayVersion = thisVersion,
): Promise<MeasuredGateway> {
  const [checkoutPort, operationsPort] = [await freePort(), await freePort()];
  const operationsToken = randomBytes(24).toString('hex');
  const unlimited = '1000000';
  const { process } = await ServerProcess.start(
    programOf(version),
    flagsOf(version),
    {
      MONGODB_URI: options.mongoUri,
      KASSA_DATABASE_NAME: options.databaseName,
      KASSA_MERCHANT_PORT: String(options.merchantPort),
      KASSA_CHECKOUT_PORT: String(checkoutPort),
      KASSA_OPERATIONS_PORT: String(operationsPort),
      KASSA_OPERATIONS_TOKEN: operationsToken,
      KASSA_SESSION_KEYS: randomBytes(32).toString('base64'),
      KASSA_ENCRYPTION_KEY: encryptionKey,
      KASSA_MERCHANT_RATE_PER_SECOND: unlimited,
      KASSA_MERCHANT_RATE_BURST: unlimited,
      KASSA_LOG_LEVEL: 'error',
      SANDBOX_PROCESSOR_URL: options.processor.baseUrl,
      SANDBOX_PROCESSOR_API_KEY: options.processor.apiKey,
      SANDBOX_PROCESSOR_CALLBACK_SECRET: options.processor.callbackSecret,
    },
    /Kassa gateway is ready/,
  );
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const operationsUrl = `http://127.0.0.1:${operationsPort}`;
  const addMerchant = async (publicKeyPem: string, webhookUrl: string) => {
    const response = await fetch(`${operationsUrl}/admin/merchants`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${operationsToken}` },
      body: JSON.stringify({ name: 'Benchmark', public_key: publicKeyPem, webhook_url: webhookUrl }),
    });
    if (!response.ok) throw new Error(`the merchant was not added: ${await response.text()}`);
    const { data } = (await response.json()) as { data: { merchant_id: string } };
    return data.merchant_id;
  };
  return {
    process,
    merchantUrl: `http://127.0.0.1:${options.merchantPort}`,
    checkoutUrl: `http://127.0.0.1:${checkoutPort}`,
    merchantId: await addMerchant(pemOf(keys.publicKey), options.webhookUrl),
    privateKey: keys.privateKey,
    operationsUrl,
    addSilentMerchant: (webhookUrl) => addMerchant(pemOf(randomPublicKey()), webhookUrl),
  };
}

/** The bundle that runs in production. Older versions have none. */
function programOf({ folder }: GatewayVersion): string {
  const bundle = join(folder, 'services/gateway/dist/main.js');
  return existsSync(bundle) ? bundle : join(folder, 'services/gateway/src/main.ts');
}

/** The flags of Node with which the image of this version starts the gateway. */
function flagsOf({ folder }: GatewayVersion): readonly string[] {
  const image = join(folder, 'deploy/image/Containerfile');
  const command = existsSync(image) ? /^CMD (\[.+\])$/m.exec(readFileSync(image, 'utf8'))?.[1] : undefined;
  return (JSON.parse(command ?? '[]') as string[]).filter((part) => part.startsWith('--'));
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

/** A public key without a private key. Generating a thousand key pairs would take minutes. */
function randomPublicKey(): KeyObject {
  const modulus = randomBytes(256);
  modulus.writeUInt8(modulus.readUInt8(0) | 0x80, 0);
  modulus.writeUInt8(modulus.readUInt8(255) | 1, 255);
  return createPublicKey({ key: { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' }, format: 'jwk' });
}
