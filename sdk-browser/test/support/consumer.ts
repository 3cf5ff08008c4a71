import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const workspace = join(import.meta.dirname, '../..');
const binaries = join(workspace, '..', 'node_modules', '.bin');
const compiler = join(workspace, '..', 'node_modules', 'typescript-7', 'bin', 'tsc');

/**
 * A project outside the repository, without a network. It has installed only the packed package, and neither the contracts nor
 * the vendors' libraries.
 */
export class Consumer {
  readonly folder = mkdtempSync(join(tmpdir(), 'kassa-consumer-'));
  readonly installed = join(this.folder, 'node_modules', '@kassa', 'sdk-browser');

  constructor() {
    const staging = join(this.folder, 'staging');
    mkdirSync(staging);
    for (const name of ['package.json', 'README.md']) cpSync(join(workspace, name), join(staging, name));
    this.#run('tsdown', ['--out-dir', join(staging, 'dist'), '--logLevel', 'error'], workspace);
    execFileSync(
      'npm',
      ['pack', '--offline', '--silent', '--ignore-scripts', '--pack-destination', this.folder],
      {
        cwd: staging,
        stdio: 'pipe',
      },
    );
    mkdirSync(this.installed, { recursive: true });
    const tarball = join(this.folder, 'kassa-sdk-browser-0.1.0.tgz');
    execFileSync('tar', ['-xzf', tarball, '--strip-components', '1', '-C', this.installed]);
    rmSync(staging, { recursive: true });
    this.write('package.json', JSON.stringify({ type: 'module' }));
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Compiles files with the strictest options, declarations included. Returns the compiler's errors. */
  compile(names: readonly string[], options: object): string {
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      skipLibCheck: false,
      ...options,
    };
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, files: names }));
    try {
      return execFileSync(process.execPath, [compiler, '--singleThreaded', '--project', this.folder], {
        cwd: this.folder,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    } catch (error) {
      return String((error as { stdout: unknown }).stdout);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  #run(binary: string, parameters: string[], cwd: string): string {
    return execFileSync(join(binaries, binary), parameters, { cwd, encoding: 'utf8', stdio: 'pipe' });
  }
}
