import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalDatabase, stopLocalDatabase } from '@kassa/local-database';
import { Deployment } from './compose.ts';
import { GATEWAY_IMAGE, NEXT_GATEWAY_IMAGE } from './image.ts';
import { buildProgramImage, caddyImage, prometheusImage } from './program-image.ts';
import type { Report } from './report.ts';
import { until } from './run-program.ts';
import type { Podman } from './tools/podman.ts';
import { podmanCompose } from './tools/podman-compose.ts';
import { newProcessorSecrets, prepareTryFolder, tryAddresses } from './try-folder.ts';

/** How many orders are paid during the upgrade. They must last until the last gateway has been replaced. */
const ORDERS_DURING_UPGRADE = 40;

interface Place {
  readonly podman: Podman;
  readonly base: string;
  readonly repository: string;
  readonly workFolder: string;
}

/** Starts the compose file, pays through it, kills parts of it, and stops it. */
export async function tryCompose(report: Report, place: Place): Promise<void> {
  const { podman, base, repository, workFolder } = place;
  report.cannotRun(
    'MongoDB’s replica set',
    'its image needs a public registry; an embedded database replaces it',
  );
  report.cannotRun('Grafana', 'its image needs a public registry');
  const compose = await report.step('Install podman-compose', podmanCompose);
  const hasPrograms = await report.step(
    'Make images of Caddy and Prometheus from Debian packages',
    async () => {
      for (const image of [caddyImage, prometheusImage]) {
        await buildProgramImage(podman, base, image, workFolder);
      }
      return true;
    },
  );
  if (compose === undefined || hasPrograms === undefined) {
    return report.cannotRun('The compose file', 'a program is missing');
  }
  const dataFolder = join(workFolder, 'database');
  const database = await report.step('Start the embedded database', async () => {
    // Start with an empty database: each run has new secrets, and a gateway refuses a database that was used with other keys.
    await stopLocalDatabase(dataFolder);
    rmSync(dataFolder, { recursive: true, force: true });
    return openLocalDatabase({ dataFolder, onProgress: () => {} });
  });
  if (database === undefined) return;
  try {
    const secrets = newProcessorSecrets();
    const folder = await prepareTryFolder(workFolder, repository, database.uri, GATEWAY_IMAGE, secrets);
    const deployment = new Deployment(podman, compose, folder);
    try {
      const isReady = await start(report, deployment, () =>
        deployment.startProcessor(repository, database.uri, secrets),
      );
      if (isReady === true) await payAndKill(report, deployment, place);
      if (report.hasFailed) console.log(await deployment.logs());
    } finally {
      await report.step('Stop everything', () => deployment.stop());
    }
  } finally {
    await database.stop();
    await stopLocalDatabase(dataFolder);
  }
}

async function start(
  report: Report,
  deployment: Deployment,
  startProcessor: () => Promise<void>,
): Promise<true | undefined> {
  const isReady = await report.step(
    'Start two gateways, two workers, Caddy and Prometheus with podman-compose',
    async () => {
      await deployment.start();
      await deployment.waitUntilReady();
      return true as const;
    },
  );
  if (isReady === undefined) return undefined;
  return report.step('Start the sandbox’s processor, which calls the gateways through TLS', async () => {
    await startProcessor();
    return true as const;
  });
}

async function payAndKill(
  report: Report,
  deployment: Deployment,
  { podman, repository, workFolder }: Place,
): Promise<void> {
  const merchant = await report.step('Onboard a merchant with kassa-admin in a container', () =>
    onboard(deployment, workFolder),
  );
  if (merchant === undefined) return;
  await report.step('Pay an order by the Node SDK through TLS', () => deployment.payOrders(merchant, 1));
  await report.step('See every instance in Prometheus', (detail) =>
    until('Prometheus scrapes four instances', 60, async () => {
      const up = await deployment.scraped();
      detail(up.join(', '));
      return up.length === 4;
    }),
  );
  await report.step('Upgrade one gateway after another while orders are paid; lose none', async (detail) => {
    await podman.run(['tag', GATEWAY_IMAGE, NEXT_GATEWAY_IMAGE]);
    const { paid, reported } = await deployment.payOrders(merchant, ORDERS_DURING_UPGRADE, async (done) => {
      if (done === 3) await deployment.replaceInTurn(NEXT_GATEWAY_IMAGE);
    });
    detail(`${paid} paid, ${reported} reported by webhook`);
    if (paid !== ORDERS_DURING_UPGRADE || reported !== ORDERS_DURING_UPGRADE) {
      throw new Error(`${paid} paid, ${reported} reported by webhook`);
    }
  });
  await report.step('Kill a gateway and a worker while orders are paid; lose none', async (detail) => {
    const { paid, reported } = await deployment.payOrders(merchant, 10, async (done) => {
      if (done === 3) await Promise.all([deployment.kill('api-2'), deployment.kill('worker-1')]);
    });
    detail(`${paid} paid, ${reported} reported by webhook`);
    if (paid !== 10 || reported !== 10) throw new Error(`${paid} paid, ${reported} reported by webhook`);
  });
  await report.step('See in Prometheus that two instances are gone', () =>
    until('Prometheus scrapes two instances', 60, async () => (await deployment.scraped()).length === 2),
  );
  await report.step('Show every panel of the dashboard', (detail) =>
    until('each panel has data', 60, async () => {
      const expressions = dashboardExpressions(repository);
      for (const expression of expressions) {
        const series = await deployment.ask(expression);
        if (series.length === 0) throw new Error(`nothing answers "${expression}"`);
      }
      detail(`${expressions.length} panels`);
      return true;
    }),
  );
  await report.step('Stop a gateway as an upgrade does', async (detail) => {
    const exitCode = await deployment.stopGently('api-1');
    detail(`exit code ${exitCode}`);
    if (exitCode !== 0) throw new Error(`its exit code is ${exitCode}`);
  });
}

/** Returns the expressions of Grafana's dashboard. The panel of alerts is left out, because it is empty without alerts. */
function dashboardExpressions(repository: string): readonly string[] {
  const file = join(repository, 'deploy/grafana/dashboards/kassa.json');
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as {
    panels: readonly { targets: readonly { expr: string }[] }[];
  };
  return panels
    .flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')))
    .filter((expression) => !expression.includes('kassa_alerts_total'));
}

/** Creates a merchant, and returns what the shop needs to know. */
async function onboard(deployment: Deployment, workFolder: string): Promise<NodeJS.ProcessEnv> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyFile = join(workFolder, 'merchant-key.pem');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const webhookUrl = `http://${tryAddresses.webhooks}/webhooks`;
  const args = [
    'merchant',
    'create',
    '--name',
    'Corner Shop',
    '--public-key',
    '-',
    '--webhook-url',
    webhookUrl,
  ];
  const created = JSON.parse(await deployment.admin([...args, '--json'], pem)) as {
    merchant_id: string;
    webhook_secret: string;
  };
  return {
    SHOP_MERCHANT_ID: created.merchant_id,
    SHOP_KEY_FILE: keyFile,
    SHOP_WEBHOOK_SECRET: created.webhook_secret,
  };
}
