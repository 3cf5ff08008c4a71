import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { caddyImage, prometheusImage } from './program-image.ts';
import { runProgram } from './run-program.ts';

/** The addresses of the deployment under trial. All of them are on this machine. */
export const tryAddresses = {
  merchant: 'localhost:18443',
  checkout: '127.0.0.1:18443',
  prometheus: '127.0.0.1:19090',
  processor: '127.0.0.1:10951',
  webhooks: '127.0.0.1:10952',
} as const;

export interface ProcessorSecrets {
  readonly apiKey: string;
  readonly callbackSecret: string;
}

/**
 * Copies the deployment files, and prepares them as the guide says: settings in `.env`, and secrets by `make-secrets.sh`.
 * Returns the folder of the compose file.
 */
export async function prepareTryFolder(
  workFolder: string,
  repository: string,
  mongoUri: string,
  gatewayImage: string,
  processor: ProcessorSecrets,
): Promise<string> {
  rmSync(join(workFolder, 'deploy'), { recursive: true, force: true });
  cpSync(join(repository, 'deploy'), join(workFolder, 'deploy'), { recursive: true });
  const folder = join(workFolder, 'deploy/compose');
  rmSync(join(folder, 'secrets'), { recursive: true, force: true });
  cpSync(join(repository, 'infra/deploy-try/compose.try.yaml'), join(folder, 'compose.try.yaml'));
  const settings = {
    MERCHANT_DOMAIN: tryAddresses.merchant,
    CHECKOUT_DOMAIN: tryAddresses.checkout,
    KASSA_ENVIRONMENT: 'sandbox',
    GATEWAY_IMAGE: gatewayImage,
    CADDY_IMAGE: caddyImage.name,
    PROMETHEUS_IMAGE: prometheusImage.name,
    HTTP_PORT: '18080',
    HTTPS_PORT: '18443',
    BIND_ADDRESS: '127.0.0.1',
    PROMETHEUS_ADDRESS: tryAddresses.prometheus,
    TRY_PROCESSOR_URL: `http://${tryAddresses.processor}`,
    TRY_PROCESSOR_API_KEY: processor.apiKey,
    TRY_PROCESSOR_CALLBACK_SECRET: processor.callbackSecret,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, '.env'), lines.join(''), { mode: 0o600 });
  // The script keeps files that exist, so the gateways get the embedded database.
  mkdirSync(join(folder, 'secrets'), { mode: 0o700 });
  writeFileSync(join(folder, 'secrets/mongodb-uri'), mongoUri, { mode: 0o444 });
  await runProgram('./make-secrets.sh', [], { folder });
  return folder;
}

export function newProcessorSecrets(): ProcessorSecrets {
  const secret = () => randomBytes(24).toString('hex');
  return { apiKey: secret(), callbackSecret: secret() };
}
