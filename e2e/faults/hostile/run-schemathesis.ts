import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openapiDocument } from '@kassa/contracts/documents';
import { endWithHarness } from '../end-with-harness.ts';
import type { StageFacts } from './stage.ts';

const folder = import.meta.dirname;
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'response_headers_conformance',
  'negative_data_rejection',
];

/** One of the gateway's interfaces, such as the merchant interface: its paths and its address. */
export interface Interface {
  readonly name: string;
  /** A regular expression for the interface's paths, in Python's syntax. */
  readonly paths: string;
  readonly url: (facts: StageFacts) => string;
}

export interface SchemathesisRun {
  readonly requests: number;
  /** How many times each operation gave each kind of answer, such as its success or a certain error. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The faults that were found, as text; empty if there were none. */
  readonly findings: string;
}

/**
 * Sends requests that the OpenAPI document allows and requests that it forbids, and checks every answer against the document.
 */
export async function runSchemathesis(
  python: string,
  facts: StageFacts,
  { paths, url }: Interface,
  { seed, examples }: { readonly seed: number; readonly examples: number },
): Promise<SchemathesisRun> {
  const own = mkdtempSync(join(tmpdir(), 'kassa-schemathesis-'));
  const file = (name: string, content: unknown) => {
    writeFileSync(join(own, name), JSON.stringify(content));
    return join(own, name);
  };
  try {
    const outcomesFile = file('outcomes.json', {});
    const { exitCode, output } = await run(
      python,
      [
        ...['-m', 'schemathesis.cli', '--config-file', join(folder, 'schemathesis.toml')],
        ...['run', file('openapi.json', openapiDocument()), '--url', url(facts)],
        ...['--include-path-regex', paths, '--checks', checks.join(',')],
        // Each operation is tested with three kinds of requests: the examples in the document, values at the limits of the
        // schemas, and random values.
        ...['--phases', 'examples,coverage,fuzzing'],
        ...['--max-examples', String(examples), '--seed', String(seed)],
        ...['--generation-with-security-parameters', 'false', '--generation-database', 'none'],
        ...['--continue-on-failure', '--request-timeout', '20', '--warnings', 'off', '--no-color'],
      ],
      {
        SCHEMATHESIS_HOOKS: 'credentials',
        PYTHONPATH: folder,
        PYTHONDONTWRITEBYTECODE: '1',
        KASSA_STAGE: file('stage.json', facts),
        KASSA_OUTCOMES: outcomesFile,
        KASSA_PYTHON_SAMPLE: resolve(folder, '../../../samples/python'),
      },
      own,
    );
    const outcomes = JSON.parse(readFileSync(outcomesFile, 'utf8')) as Record<string, number>;
    const requests = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    return { requests, outcomes, findings: exitCode === 0 ? '' : findingsIn(output) };
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

async function run(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  workingFolder: string,
): Promise<{ readonly exitCode: number | null; readonly output: string }> {
  const child = spawn(command, args, {
    cwd: workingFolder,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithHarness(child);
  const [output, errors, exitCode] = await Promise.all([
    child.stdout.setEncoding('utf8').toArray(),
    child.stderr.setEncoding('utf8').toArray(),
    new Promise<number | null>((done, fail) => child.once('close', done).once('error', fail)),
  ]);
  return { exitCode, output: [...output, ...errors].join('') };
}

/**
 * Returns the test program's output from its first heading `FAILURES` or `ERRORS` to the end; the whole output if it has no
 * such heading.
 */
function findingsIn(output: string): string {
  const start = output.search(/^=+ (?:FAILURES|ERRORS) =+$/m);
  return output.slice(Math.max(start, 0)).trim();
}
