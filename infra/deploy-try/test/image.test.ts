import { dirname, matchesGlob } from 'node:path';
import { readConfig } from '@kassa/gateway';
import { describe, expect, it } from 'vitest';
import { isInRepository, readRepositoryFile } from './repository-file.ts';
import { leastSettings } from './settings-of-the-gateway.ts';

const containerfile = readRepositoryFile('deploy/image/Containerfile');

const unit = 'deploy/systemd/kassa.service';

/** The command with which the image starts the gateway. */
function startCommand(): readonly string[] {
  return JSON.parse(/^CMD (\[.+\])$/m.exec(containerfile)?.[1] ?? '[]') as string[];
}

/** The files that the image takes from the repository, but not those that one of its stages has made. */
function copiedFiles(): readonly string[] {
  return [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  );
}

/** Whether a build of the image gets a file of the repository. Of all patterns that match it or its folders, the last decides. */
function isSentToBuild(path: string): boolean {
  const steps = path.split('/');
  const withFolders = steps.map((_, index) => steps.slice(0, index + 1).join('/'));
  const patterns = readRepositoryFile('.dockerignore').split('\n').filter(Boolean);
  const deciding = patterns.findLast((pattern) =>
    withFolders.some((folder) => matchesGlob(folder, pattern.replace(/^!/, ''))),
  );
  return deciding === undefined || deciding.startsWith('!');
}

describe('the build of the image', () => {
  it('gets the alert rules, from which the docs make runbook pages', () => {
    expect(isSentToBuild('deploy/prometheus/rules.yaml')).toBe(true);
  });

  it('gets no secrets, no data and no installed packages of this machine', () => {
    const kept = [
      'deploy/compose/secrets/encryption-key',
      'deploy/compose/.env',
      '.kassa/demo.json',
      '.git/config',
    ];
    const installed = ['node_modules/koa/package.json', 'docs/node_modules/vitepress/package.json'];
    expect([...kept, ...installed].filter(isSentToBuild)).toEqual([]);
  });
});

describe('the image', () => {
  it('copies only files that the repository has', () => {
    expect(copiedFiles()).toContain('services/gateway/bin');
    expect(copiedFiles().filter((file) => !isInRepository(file))).toEqual([]);
  });

  it('starts the bundle of the gateway, which it has copied from the build', () => {
    const program = startCommand().at(-1) ?? '';
    expect(containerfile).toContain(`\nCOPY --from=build /kassa/${dirname(program)} ${dirname(program)}\n`);
    expect(containerfile).toMatch(/turbo run build .*--filter=@kassa\/gateway /);
    expect(program).toBe('services/gateway/dist/main.js');
    expect(readRepositoryFile('services/gateway/rolldown.config.ts')).toContain("main: 'src/main.ts'");
  });

  it('limits the memory of the gateway as the systemd unit does', () => {
    const flags = startCommand().slice(1, -1);
    expect(flags).toContainEqual(expect.stringMatching(/^--max-semi-space-size=\d+$/));
    expect(flags).toContainEqual(expect.stringMatching(/^--max-old-space-size=\d+$/));
    const [, ...started] = /^ExecStart=(.+)$/m.exec(readRepositoryFile(unit))?.[1]?.split(' ') ?? [];
    expect(started).toEqual(startCommand().slice(1));
  });

  it.each([
    ['compose', 'deploy/compose/compose.yaml', /^x-gateway:[\s\S]*?^ {2}mem_limit: (\d+)g$/m],
    ['the chart', 'deploy/chart/kassa/values.yaml', /^api:[\s\S]*?limits: \{memory: (\d+)Gi\}/m],
    ['the chart’s workers', 'deploy/chart/kassa/values.yaml', /^worker:[\s\S]*?limits: \{memory: (\d+)Gi\}/m],
    ['the systemd unit', unit, /^MemoryMax=(\d+)G$/m],
  ])('may have objects for at most half of the memory that it gets from %s', (_, file, limit) => {
    const [, objects] = /--max-old-space-size=(\d+)/.exec(startCommand().join(' ')) ?? [];
    const [, gibibytes] = limit.exec(readRepositoryFile(file)) ?? [];
    expect(Number(objects)).toBeLessThanOrEqual(Number(gibibytes) * 512);
  });

  it('installs the dependencies of each workspace that the gateway needs', () => {
    const { dependencies } = JSON.parse(readRepositoryFile('services/gateway/package.json')) as {
      dependencies: Record<string, string>;
    };
    const workspaces = Object.keys(dependencies).filter((name) => name.startsWith('@kassa/'));
    expect(workspaces).toEqual(['@kassa/contracts']);
    expect(copiedFiles()).toContain('contracts/package.json');
  });

  it('contains a bill of its npm packages, without those for development', () => {
    expect(containerfile).toMatch(/&& npm sbom --omit=dev --sbom-format=cyclonedx > sbom\.cdx\.json$/m);
    expect(containerfile).toContain('\nCOPY --from=bill-of-materials /kassa/sbom.cdx.json ./\n');
  });

  it('exposes the ports on which the gateway listens by default', () => {
    const { merchantPort, checkoutPort, operationsPort } = readConfig(leastSettings);
    expect(containerfile).toContain(`\nEXPOSE ${merchantPort} ${checkoutPort} ${operationsPort}\n`);
  });

  it('does not run as root', () => {
    expect(containerfile).toMatch(/^USER [1-9][0-9]*:[1-9][0-9]*$/m);
  });

  it('contains no secret, because its user passes them in', () => {
    expect(containerfile).not.toMatch(/_(TOKEN|KEY|KEYS|SECRET|URI)=/);
  });
});

describe('an installation without development dependencies', () => {
  it('has the Node that runs the gateway', () => {
    const { packages } = JSON.parse(readRepositoryFile('package-lock.json')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    expect(packages['node_modules/node']).toBeDefined();
    expect(packages['node_modules/node']?.dev).toBeUndefined();
  });
});
