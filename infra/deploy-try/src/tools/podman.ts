import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstallProgram } from '@kassa/debian-packages';
import { cacheFolder } from '@kassa/local-database';
import { CannotRun } from '../report.ts';
import { type ProgramOptions, runProgram, tryProgram } from '../run-program.ts';

/** Runs podman with separate storage for images and containers, so that it does not touch any others on this machine. */
export class Podman {
  readonly #program: string;
  /** The environment variables with which podman and podman-compose find their configuration. */
  readonly environment: NodeJS.ProcessEnv;

  private constructor(program: string, environment: NodeJS.ProcessEnv) {
    this.#program = program;
    this.environment = environment;
  }

  /** @throws {CannotRun} */
  static async find(): Promise<Podman> {
    if (process.getuid?.() !== 0) throw new CannotRun('the trial needs root, for debootstrap and podman');
    const packages = ['podman', 'runc'];
    for (const name of packages) {
      const search = await findOrInstallProgram(name, packages, console.log);
      if (search.kind === 'absent') throw new CannotRun(search.reason);
    }
    const folder = join(cacheFolder(process.env), 'deploy-try');
    mkdirSync(folder, { recursive: true });
    const storage = join(folder, 'storage.conf');
    const containers = join(folder, 'containers.conf');
    writeFileSync(storage, storageSettings(folder));
    writeFileSync(containers, containerSettings);
    const environment = {
      ...process.env,
      CONTAINERS_STORAGE_CONF: storage,
      CONTAINERS_CONF: containers,
    };
    return new Podman('podman', environment);
  }

  /** Runs a podman command and returns its output. */
  run(args: readonly string[], options: ProgramOptions = {}): Promise<string> {
    return runProgram(this.#program, args, { environment: this.environment, ...options });
  }

  /** The last lines that a container has logged. */
  async logs(container: string): Promise<string> {
    const environment = this.environment;
    const run = await tryProgram(this.#program, ['logs', '--tail', '8', container], { environment });
    return `${run.output}${run.errors}`;
  }

  async hasImage(image: string): Promise<boolean> {
    return this.run(['image', 'exists', image]).then(
      () => true,
      () => false,
    );
  }

  async sizeOf(image: string): Promise<string> {
    const bytes = Number(await this.run(['image', 'inspect', '--format', '{{.Size}}', image]));
    return `${Math.round(bytes / 1_000_000)} MB`;
  }
}

const storageSettings = (folder: string) => `[storage]
driver = "overlay"
graphroot = "${folder}/storage"
runroot = "${folder}/run"
`;

/** Low limits, because a process inside a container may not raise its own. */
const containerSettings = `[containers]
netns = "host"
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`;
