import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, until } from './run-program.ts';
import type { OrderCount } from './run-shop.ts';
import type { Podman } from './tools/podman.ts';
import { type ProcessorSecrets, tryAddresses } from './try-folder.ts';

const gateways = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const;

/** The services that can run here. The images of MongoDB and Grafana come from a public registry only. */
const services = ['migrate', ...gateways, 'caddy', 'prometheus'];

/** A deployment that podman-compose has started. */
export class Deployment {
  readonly #podman: Podman;
  readonly #compose: string;
  readonly #folder: string;
  readonly #stops: (() => Promise<unknown>)[] = [];

  constructor(podman: Podman, compose: string, folder: string) {
    this.#podman = podman;
    this.#compose = compose;
    this.#folder = folder;
  }

  async start(): Promise<void> {
    const down = () => this.#run(['down', '--volumes', '--timeout', '60']);
    // Remove the containers that an interrupted run has left behind.
    await down();
    this.#stops.push(down);
    await this.#run(['up', '--detach', ...services]);
  }

  /** Waits until each gateway's own health check succeeds. */
  async waitUntilReady(): Promise<void> {
    for (const gateway of gateways) await this.#waitUntilReady(gateway);
  }

  /** The file with the certificate of the authority that signed the proxy's certificate. */
  async authorityFile(): Promise<string> {
    const args = ['volume', 'inspect', '--format', '{{.Mountpoint}}', 'kassa_caddy-data'];
    const folder = (await this.#podman.run(args)).trim();
    return join(folder, 'caddy/pki/authorities/local/root.crt');
  }

  /** Starts the sandbox's processor. Like a real one, it sends its callbacks through the proxy. */
  async startProcessor(
    repository: string,
    mongoUri: string,
    { apiKey, callbackSecret }: ProcessorSecrets,
  ): Promise<void> {
    const callbacks = `https://${tryAddresses.merchant}/api/webhook`;
    const child = spawn(process.execPath, ['services/sandbox-processor/src/main.ts'], {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_EXTRA_CA_CERTS: await this.authorityFile(),
        SANDBOX_PROCESSOR_MONGODB_URI: mongoUri,
        SANDBOX_PROCESSOR_PORT: tryAddresses.processor.split(':')[1],
        SANDBOX_PROCESSOR_API_KEY: apiKey,
        SANDBOX_PROCESSOR_CALLBACK_URL: `${callbacks}/Sandbox`,
        SANDBOX_PROCESSOR_VOUCHER_CALLBACK_URL: `${callbacks}/SandboxVoucher`,
        SANDBOX_PROCESSOR_CALLBACK_SECRET: callbackSecret,
      },
    });
    this.#stops.push(() => ended(child));
    await until('the sandbox processor is ready', 60, async () => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
      return (await fetch(`http://${tryAddresses.processor}/`)).ok;
    });
  }

  /** Runs `kassa-admin` in the container of a gateway, as the guide says. */
  admin(args: readonly string[], input?: string): Promise<string> {
    return this.#run(['exec', '-T', 'api-1', 'kassa-admin', ...args], input);
  }

  /** Pays orders with the Node SDK, which calls the gateway through the proxy. Calls `afterEach` after each paid order. */
  async payOrders(
    merchant: NodeJS.ProcessEnv,
    count: number,
    afterEach: (paid: number) => Promise<unknown> = async () => {},
  ): Promise<OrderCount> {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'run-shop.ts'), String(count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_EXTRA_CA_CERTS: await this.authorityFile(), ...merchant },
    });
    this.#stops.push(() => ended(child));
    let last: OrderCount = { paid: 0, reported: 0 };
    for await (const text of child.stdout.setEncoding('utf8')) {
      for (const line of String(text).trim().split('\n')) {
        last = JSON.parse(line) as OrderCount;
        await afterEach(last.paid);
      }
    }
    if (child.exitCode === null) await once(child, 'close');
    if (child.exitCode !== 0) throw new Error(`the shop ended with ${child.exitCode}`);
    return last;
  }

  async kill(gateway: (typeof gateways)[number]): Promise<void> {
    await this.#podman.run(['kill', containerOf(gateway)]);
  }

  /** The gateways that Prometheus can scrape, by their addresses. */
  async scraped(): Promise<readonly string[]> {
    const series = await this.ask('up == 1');
    return series.map(({ metric }) => metric.instance ?? '');
  }

  /** Asks Prometheus, and returns the series of its answer. */
  async ask(expression: string): Promise<readonly Series[]> {
    const query = encodeURIComponent(expression);
    const response = await fetch(`http://${tryAddresses.prometheus}/api/v1/query?query=${query}`);
    if (!response.ok) throw new Error(`Prometheus refuses "${expression}": ${await response.text()}`);
    return ((await response.json()) as { data: { result: readonly Series[] } }).data.result;
  }

  /**
   * Replaces the image of the gateways, one after another, as the guide says.
   *
   * @throws if a gateway still runs the previous image
   */
  async replaceInTurn(image: string): Promise<void> {
    const settings = join(this.#folder, '.env');
    const changed = readFileSync(settings, 'utf8').replace(/^GATEWAY_IMAGE=.*/m, `GATEWAY_IMAGE=${image}`);
    writeFileSync(settings, changed);
    for (const gateway of gateways) {
      await this.#run(['up', '--detach', '--no-deps', gateway]);
      await this.#waitUntilReady(gateway);
      const args = ['inspect', '--format', '{{.ImageName}}', containerOf(gateway)];
      const running = (await this.#podman.run(args)).trim();
      if (running !== image) throw new Error(`${gateway} still runs ${running}`);
    }
  }

  /** Stops a gateway as an upgrade does, and returns its exit code. */
  async stopGently(gateway: (typeof gateways)[number]): Promise<number> {
    await this.#podman.run(['stop', '--time', '60', containerOf(gateway)], { timeoutMs: 90_000 });
    const args = ['inspect', '--format', '{{.State.ExitCode}}', containerOf(gateway)];
    return Number(await this.#podman.run(args));
  }

  /** The last lines that each gateway has logged, to explain a failure. */
  async logs(): Promise<string> {
    const texts = await Promise.all(
      [...gateways, 'caddy'].map(async (name) => {
        const lines = await this.#podman.logs(containerOf(name));
        return `${name}:\n${lines}`;
      }),
    );
    return texts.join('\n');
  }

  /** Stops everything that this deployment has started. */
  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0).reverse()) await stop();
  }

  async #waitUntilReady(gateway: (typeof gateways)[number]): Promise<void> {
    await until(`${gateway} is ready`, 120, async () => {
      await this.#podman.run(['healthcheck', 'run', containerOf(gateway)]);
      return true;
    });
  }

  #run(args: readonly string[], input = ''): Promise<string> {
    const files = ['--file', 'compose.yaml', '--file', 'compose.try.yaml'];
    return runProgram(this.#compose, [...files, ...args], {
      folder: this.#folder,
      environment: this.#podman.environment,
      input,
      timeoutMs: 300_000,
    });
  }
}

interface Series {
  readonly metric: Readonly<Record<string, string>>;
}

const containerOf = (service: string) => `kassa_${service}_1`;

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'close');
}
