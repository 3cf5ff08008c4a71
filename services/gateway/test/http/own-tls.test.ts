import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, startGateway } from '../../src/index.ts';
import { selfSigned } from '../support/self-signed.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { send } from './support/http-call.ts';
import { productionVariables } from './support/production-variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'kassa-own-tls-'));
const certificateFile = join(folder, 'tls.crt');
const keyFile = join(folder, 'tls.key');
let trusted = write();

/** Writes a new certificate and its key, and returns the certificate. */
function write(): string {
  const { certificate, key } = selfSigned();
  writeFileSync(certificateFile, certificate);
  writeFileSync(keyFile, key);
  return certificate;
}

let bench: GatewayBench;
beforeAll(async () => {
  bench = await GatewayBench.start({
    variables: {
      ...productionVariables,
      KASSA_TLS_CERTIFICATE_FILE: certificateFile,
      KASSA_TLS_KEY_FILE: keyFile,
    },
  });
});
afterAll(async () => {
  await bench.stop();
  rmSync(folder, { recursive: true });
});

interface SecureAnswer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Calls a public port by HTTPS, and trusts only the given certificate. */
function get(url: string, path: string, ca: string): Promise<SecureAnswer> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<SecureAnswer>();
  request({ hostname, port, path, ca, agent: false }, (response) => {
    response.resume();
    resolve({ status: response.statusCode, headers: response.headers });
  })
    .once('error', reject)
    .end();
  return promise;
}

describe('a production gateway with its own certificate and no proxy', () => {
  it.each([
    ['the merchant interface', 'merchantUrl', '/docs/', 200],
    ['the cashier’s port', 'checkoutUrl', '/api/web/checkout/order?orderId=x', 401],
  ] as const)('serves %s by HTTPS', async (_what, server, path, status) => {
    const answer = await get(bench.main[server], path, trusted);
    expect(answer.status).toBe(status);
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  });

  it('believes no header that claims HTTPS, and serves nothing by plain HTTP', async () => {
    const call = { method: 'GET', target: '/docs/', headers: { 'x-forwarded-proto': 'https' } };
    await expect(send(bench.main.merchantUrl, call)).rejects.toThrow();
  });

  it('serves probes and metrics on the operations port by plain HTTP', async () => {
    const answer = await send(bench.main.operationsUrl, { method: 'GET', target: '/health/ready' });
    expect(answer.status).toBe(200);
  });

  it('uses a new certificate on both public ports after a signal to read the files again', async () => {
    const before = trusted;
    trusted = write();
    await bench.main.gateway?.reloadCertificate();
    for (const url of [bench.main.merchantUrl, bench.main.checkoutUrl]) {
      expect((await get(url, '/docs/', trusted)).status).toBeDefined();
      await expect(get(url, '/docs/', before)).rejects.toThrow();
    }
  });

  it('does not start with a key that belongs to another certificate, and says which settings to correct', async () => {
    writeFileSync(keyFile, selfSigned().key);
    const { gateway: _, variables } = bench.main;
    await expect(startGateway(readConfig(variables))).rejects.toThrow(
      /are not a certificate and its private key in PEM \(.+\)\. Correct KASSA_TLS_CERTIFICATE_FILE and KASSA_TLS_KEY_FILE/,
    );
  });
});
