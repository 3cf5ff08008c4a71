import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Container } from 'inversify';
import type Koa from 'koa';
import type { AppSettings } from '../adapters/inbound/http/app.ts';
import { checkoutApp, checkoutAppUseCases } from '../adapters/inbound/http/checkout/checkout-app.ts';
import { merchantApp, merchantAppUseCases } from '../adapters/inbound/http/merchant/merchant-app.ts';
import { securityHeaders } from '../adapters/inbound/http/middleware/secure-transport.ts';
import { healthApp } from '../adapters/inbound/http/operations/health-app.ts';
import { operationsApp, operationsUseCases } from '../adapters/inbound/http/operations/operations-app.ts';
import type { SandboxUseCases } from '../adapters/inbound/http/sandbox-use-cases.ts';
import {
  type Certificate,
  type CertificateFiles,
  readCertificate,
  UnusableCertificate,
} from '../adapters/inbound/http/server/certificate.ts';
import { type ListeningServer, listen } from '../adapters/inbound/http/server/listen.ts';
import { WatchCertificate } from '../adapters/inbound/http/server/watch-certificate.ts';
import { JudgeReadiness } from '../application/health/judge-readiness.ts';
import { PullSandboxTrigger } from '../application/sandbox/pull-sandbox-trigger.ts';
import { SandboxClock } from '../application/sandbox/sandbox-clock.ts';
import type { GatewayConfig } from './config.ts';
import { instancesOf } from './instances-of.ts';
import { type PortAddress, portError, StartError } from './start-error.ts';
import { tokens } from './tokens.ts';

// Find the folder by the package's name, because this module runs both from the sources and from the bundle in `dist`.
const gatewayFolder = dirname(createRequire(import.meta.url).resolve('@kassa/gateway/package.json'));
const cashierFolder = join(gatewayFolder, '../../cashier-web/dist');
const docsFolder = join(gatewayFolder, '../../docs/dist');
const iconFolder = join(gatewayFolder, 'assets/method-icons');

/** @throws {StartError} when the cashier's files are missing */
function requireCashier(): string {
  const missing = ['index.html', 'fields.html', 'return.html']
    .map((page) => join(cashierFolder, page))
    .find((page) => !existsSync(page));
  if (missing === undefined) return cashierFolder;
  throw new StartError(
    `The hosted cashier is not built: ${missing} is missing. Build it with: npm run build`,
  );
}

/** Waits while a stopping instance still serves calls. */
export type StopDelay = (ms: number) => Promise<unknown>;

export interface HttpServers {
  stop(): Promise<void>;
  /** Reads the files of the certificate again, if the public ports speak TLS. */
  reloadCertificate(): Promise<void>;
}

/**
 * Serves the apps of the gateway's roles on their ports: all three apps for the role `api`, and only the health checks and
 * metrics for an instance that is only a worker.
 */
export async function startHttp(
  container: Container,
  config: GatewayConfig,
  stopDelay: StopDelay = delay,
): Promise<HttpServers> {
  const { requestTimeoutMs, connections, certificateFiles } = config;
  const headers = securityHeaders(config.environment === 'production');
  const limits = { requestTimeoutMs, connections, headers };
  const stopping = new AbortController();
  const servers: ListeningServer[] = [];
  const close = async () => {
    stopping.abort();
    await Promise.all(servers.map((server) => server.close()));
  };
  try {
    const usesTls = certificateFiles !== null && config.roles.includes('api');
    const certificate = usesTls ? await certificateIn(certificateFiles) : undefined;
    for (const { app, isPublic, ...address } of appsOf(container, config, stopping.signal)) {
      const secured = { ...limits, certificate: isPublic ? certificate : undefined };
      const listening = listen(app.callback(), address, secured);
      servers.push(
        await listening.catch((error) => {
          throw portError(error, address);
        }),
      );
    }
    const watch = watchCertificate(container, config, certificate, servers);
    return {
      stop: async () => {
        watch?.stop();
        container.get(JudgeReadiness).beginStop();
        // Continue to serve calls until every proxy has noticed that this instance is not ready, and sends its calls elsewhere.
        if (config.roles.includes('api')) await stopDelay(config.stopDelayMs);
        await close();
      },
      reloadCertificate: async () => watch?.reload(),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function certificateIn(files: CertificateFiles): Promise<Certificate> {
  try {
    return await readCertificate(files);
  } catch (error) {
    if (!(error instanceof UnusableCertificate)) throw error;
    throw new StartError(
      `${error.message}. Correct KASSA_TLS_CERTIFICATE_FILE and KASSA_TLS_KEY_FILE, or the files that they name.`,
    );
  }
}

function watchCertificate(
  container: Container,
  { certificateFiles: files }: GatewayConfig,
  used: Certificate | undefined,
  servers: readonly ListeningServer[],
): WatchCertificate | undefined {
  if (files === null || used === undefined) return undefined;
  const use = (certificate: Certificate) => {
    for (const server of servers) server.useCertificate(certificate);
  };
  const read = () => readCertificate(files);
  const watch = new WatchCertificate({ read, used, use, alerts: container.get(tokens.alerts) });
  watch.start();
  return watch;
}

interface ServedApp extends PortAddress {
  readonly app: Koa;
  /** Whether merchants or consumers call the port, and not only operators. */
  readonly isPublic: boolean;
}

function appsOf(container: Container, config: GatewayConfig, stopping: AbortSignal): readonly ServedApp[] {
  const settings: AppSettings = {
    requiresHttps: config.environment === 'production',
    trustedProxies: config.trustedProxies,
    logger: container.get(tokens.logger),
    metrics: container.get(tokens.metrics),
    alerts: container.get(tokens.alerts),
    tracing: container.get(tokens.tracing),
    stopping,
  };
  const operations = {
    host: config.operationsHost,
    port: config.operationsPort,
    purpose: 'operations',
    variable: 'KASSA_OPERATIONS_PORT',
    hostVariable: 'KASSA_OPERATIONS_HOST',
    isPublic: false,
  };
  if (!config.roles.includes('api')) return [{ app: healthOf(container, config, settings), ...operations }];
  const sandbox: SandboxUseCases = {
    pullTrigger: container.isBound(tokens.triggers) ? container.get(PullSandboxTrigger) : undefined,
    sandboxClock: container.isBound(tokens.movableClock) ? container.get(SandboxClock) : undefined,
  };
  return [
    {
      app: merchantOf(container, config, settings, sandbox),
      host: config.merchantHost,
      port: config.merchantPort,
      purpose: 'the merchant interface',
      variable: 'KASSA_MERCHANT_PORT',
      hostVariable: 'KASSA_MERCHANT_HOST',
      isPublic: true,
    },
    {
      app: checkoutOf(container, config, settings),
      host: config.checkoutHost,
      port: config.checkoutPort,
      purpose: 'the Checkout API and the cashier',
      variable: 'KASSA_CHECKOUT_PORT',
      hostVariable: 'KASSA_CHECKOUT_HOST',
      isPublic: true,
    },
    { app: operationsOf(container, config, settings, sandbox), ...operations },
  ];
}

function merchantOf(
  container: Container,
  { merchantRate: rate, unverifiedRate }: GatewayConfig,
  settings: AppSettings,
  sandbox: SandboxUseCases,
): Koa {
  const useCases = instancesOf(container, merchantAppUseCases);
  const unproven = { network: unverifiedRate, claim: rate };
  return merchantApp(useCases, sandbox, { ...settings, rate, unproven, docsFolder });
}

function checkoutOf(container: Container, config: GatewayConfig, settings: AppSettings): Koa {
  return checkoutApp(instancesOf(container, checkoutAppUseCases), {
    ...settings,
    rate: config.checkoutRate,
    publicUrl: config.checkoutPublicUrl,
    applePayFile: config.applePayFile,
    livemode: config.environment === 'production',
    cashierFolder: requireCashier(),
    iconFolder,
    clock: container.get(tokens.clock),
  });
}

function healthOf(container: Container, config: GatewayConfig, settings: AppSettings): Koa {
  return healthApp({
    ...settings,
    hostNames: operationsNamesOf(config),
    judgeReadiness: container.get(JudgeReadiness),
  });
}

function operationsOf(
  container: Container,
  config: GatewayConfig,
  settings: AppSettings,
  sandbox: SandboxUseCases,
): Koa {
  return operationsApp(instancesOf(container, operationsUseCases), sandbox, {
    ...settings,
    hostNames: operationsNamesOf(config),
    merchantPublicUrl: config.merchantPublicUrl,
    judgeReadiness: container.get(JudgeReadiness),
    clock: container.get(tokens.clock),
    channelTypes: container.get(tokens.channelTypes),
    channelHealth: container.get(tokens.channelHealth),
  });
}

function operationsNamesOf({ operationsNames }: GatewayConfig): readonly string[] {
  return ['localhost', ...operationsNames];
}
