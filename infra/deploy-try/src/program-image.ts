import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianProgram } from './tools/debian-program.ts';
import type { Podman } from './tools/podman.ts';

/** An image that is built here in place of a program's public image, because the public image needs a registry. */
interface ProgramImage {
  readonly name: string;
  readonly program: 'caddy' | 'prometheus';
  /** The lines of the Containerfile after the program's own, which make the image behave like the public one. */
  readonly lines: readonly string[];
}

export const caddyImage: ProgramImage = {
  name: 'localhost/kassa-try/caddy:try',
  program: 'caddy',
  lines: ['ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data'],
};

export const prometheusImage: ProgramImage = {
  name: 'localhost/kassa-try/prometheus:try',
  program: 'prometheus',
  lines: ['RUN install -d -o 65534 /prometheus', 'USER 65534', 'ENTRYPOINT ["/usr/bin/prometheus"]'],
};

export async function buildProgramImage(
  podman: Podman,
  base: string,
  { name, program, lines }: ProgramImage,
  workFolder: string,
): Promise<void> {
  const folder = join(workFolder, `image-of-${program}`);
  mkdirSync(folder, { recursive: true });
  copyFileSync(await debianProgram(program, program), join(folder, program));
  const containerfile = [`FROM ${base}`, `COPY ${program} /usr/bin/`, ...lines, ''].join('\n');
  writeFileSync(join(folder, 'Containerfile'), containerfile);
  await podman.run(['build', '--tag', name, folder], { timeoutMs: 300_000 });
}
