import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '@kassa/debian-packages';

/** How people and the tests run a sample in one language. */
export interface Language {
  readonly name: string;
  /** The command as the docs show it: the program and its first arguments, before the sample’s own command. */
  readonly documented: readonly string[];
  /** The command for many calls. Where needed, `build` compiles the sample once. */
  readonly sample: readonly string[];
  readonly build: readonly string[] | undefined;
  /** Runs the vector files in the folder. */
  readonly vectors: (vectorsFolder: string) => readonly (readonly string[])[];
  /** Why the sample cannot run on this machine; undefined if it can. */
  readonly missing: string | undefined;
  /** False for the shell sample, which has no server of its own. */
  readonly hasReceiver: boolean;
}

const samples = join(import.meta.dirname, '../..');
const at = (...path: string[]): string => join(samples, ...path);
const built = mkdtempSync(join(tmpdir(), 'kassa-samples-'));

export const languages: readonly Language[] = [
  {
    name: 'shell',
    ...interpreted('bash', at('shell/kassa.sh')),
    vectors: (folder) => [['bash', at('shell/vectors.sh'), folder]],
    missing: absent('bash', 'curl', 'openssl', 'awk'),
    hasReceiver: false,
  },
  {
    name: 'python',
    ...interpreted('python3', at('python/kassa.py')),
    vectors: (folder) => [['python3', at('python/vectors.py'), folder]],
    missing: absent('python3') ?? withoutCryptography(),
    hasReceiver: true,
  },
  {
    name: 'go',
    documented: ['go', 'run', at('go/kassa.go')],
    sample: [join(built, 'kassa')],
    build: ['go', 'build', '-o', join(built, 'kassa'), at('go/kassa.go')],
    vectors: () => [
      ['go', '-C', at('go'), 'vet', '.'],
      ['go', '-C', at('go'), 'test', '-count=1', '-v', '.'],
    ],
    missing: absent('go'),
    hasReceiver: true,
  },
  {
    name: 'java',
    documented: ['java', at('java/Kassa.java')],
    sample: ['java', '-XX:TieredStopAtLevel=1', '-cp', built, 'Kassa'],
    build: [
      'javac',
      '-Xlint:all,-serial',
      '-Werror',
      '-d',
      built,
      at('java/Kassa.java'),
      at('java/Vectors.java'),
    ],
    vectors: (folder) => [['java', '-cp', built, 'Vectors', folder]],
    missing: absent('java', 'javac'),
    hasReceiver: true,
  },
  {
    name: 'php',
    ...interpreted('php', at('php/kassa.php')),
    vectors: (folder) => [['php', at('php/vectors.php'), folder]],
    missing: absent('php'),
    hasReceiver: true,
  },
  {
    name: 'node',
    ...interpreted(process.execPath, at('node/kassa.mjs')),
    vectors: (folder) => [[process.execPath, at('node/vectors.mjs'), folder]],
    missing: undefined,
    hasReceiver: true,
  },
];

function interpreted(...command: string[]): Pick<Language, 'documented' | 'sample' | 'build'> {
  return { documented: command, sample: command, build: undefined };
}

function absent(...programs: readonly string[]): string | undefined {
  const lacking = programs.filter((program) => findProgram([program], process.env) === undefined);
  return lacking.length === 0 ? undefined : `${lacking.join(' and ')} cannot be found on the PATH`;
}

function withoutCryptography(): string | undefined {
  const { status } = spawnSync('python3', ['-c', 'import cryptography']);
  return status === 0 ? undefined : 'Python’s package cryptography is not installed';
}
