import { lookup } from 'node:dns/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DryMongoBinary, MongoBinary } from 'mongodb-memory-server-core';
import { MongoBinaryDownloadUrl } from 'mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js';
import { cacheFolder } from '../cache-folder.ts';
import type { WayOptions, WayOutcome } from '../database-source.ts';
import { planMongod } from '../mongod-plan.ts';

/** How long to wait for a DNS lookup. An unreachable DNS server would otherwise delay the start by many seconds. */
const LOOKUP_TIMEOUT_MS = 2_000;

/**
 * Option 3 of the README: a mongod that mongodb-memory-server-core downloads for this platform. The package's MONGOMS_…
 * variables apply. Kassa uses only the download; the server then runs like any other mongod and keeps its data.
 */
export async function planDownloadedMongod(options: WayOptions): Promise<WayOutcome> {
  try {
    const downloadDir = join(cacheFolder(options.environment), 'mongod');
    const program = await findOrDownload(downloadDir, options);
    return { kind: 'planned', plan: await planMongod('mongodb-memory-server', program, options.dataFolder) };
  } catch (error) {
    return { kind: 'not-possible', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function findOrDownload(downloadDir: string, options: WayOptions): Promise<string> {
  const wanted = await DryMongoBinary.generateOptions({ downloadDir });
  const downloaded = await DryMongoBinary.locateBinary(wanted);
  if (downloaded !== undefined) return downloaded;
  const url = new URL(
    await new MongoBinaryDownloadUrl({ ...wanted, platform: process.platform }).getDownloadUrl(),
  );
  await expectResolvable(url.hostname, options.environment);
  options.onProgress(`Downloading mongod ${wanted.version} from ${url.hostname}, once for all checkouts …`);
  return MongoBinary.getPath(wanted);
}

/**
 * Rejects if the host name of the download has no address. The download itself would retry for about 7 s before it reports that
 * the machine is offline.
 */
async function expectResolvable(host: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const proxies = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
  // If a proxy is configured, this machine need not resolve the name of the download's host, because the proxy does. So do not
  // check it.
  if (proxies.some((name) => environment[name])) return;
  const tooLate = sleep(LOOKUP_TIMEOUT_MS, undefined, { ref: false });
  const found = await Promise.race([lookup(host).catch(() => undefined), tooLate]);
  if (found === undefined) throw new Error(`its download host ${host} cannot be reached from here`);
}
