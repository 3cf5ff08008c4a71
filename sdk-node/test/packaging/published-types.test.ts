import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const packageFolder = resolve(import.meta.dirname, '../..');
const binaries = join(packageFolder, '..', 'node_modules', '.bin');
const compiler = join(packageFolder, '..', 'node_modules', 'typescript-7', 'bin', 'tsc');
mkdirSync(join(packageFolder, 'node_modules'), { recursive: true });
/** The project is inside the repository, so that the private contracts are found beside the built package. */
const project = mkdtempSync(join(packageFolder, 'node_modules', '.consumer-'));
const installed = join(project, 'node_modules', '@kassa', 'sdk-node');

beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(packageFolder, 'package.json'), join(installed, 'package.json'));
  run('tsdown', ['--out-dir', join(installed, 'dist'), '--logLevel', 'error'], packageFolder);
});
afterAll(() => rmSync(project, { recursive: true }));

function run(binary: string, parameters: string[], cwd = project): string {
  return execFileSync(join(binaries, binary), parameters, { cwd, encoding: 'utf8', stdio: 'pipe' });
}

/** Compiles a file of the project. Returns the compiler's errors. */
function compile(name: string, text: string): string {
  writeFileSync(join(project, name), text);
  const options = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--ignoreConfig',
    '--skipLibCheck',
  ];
  const surroundings = ['--module', 'nodenext', '--types', 'node', '--target', 'es2024', '--lib', 'es2024'];
  try {
    return execFileSync(
      process.execPath,
      [compiler, '--singleThreaded', ...options, ...surroundings, '--allowImportingTsExtensions', name],
      { cwd: project, encoding: 'utf8', stdio: 'pipe' },
    );
  } catch (error) {
    return String((error as { stdout: unknown }).stdout);
  }
}

describe('the published declarations', () => {
  it('say exactly what the contracts say', () => {
    const names = [
      'CreatePaymentResult',
      'PaymentQueryResult',
      'RefundResult',
      'RefundQueryResult',
      'FieldError',
      'EventResendResult',
      'OrderListResult',
      'RefundListResult',
      'SandboxTriggerRequest',
      'SandboxTriggerResult',
      'ErrorName',
      'EventType',
      'SandboxTrigger',
    ];
    const text = `
      import type * as contracts from '@kassa/contracts';
      import type * as sdk from '@kassa/sdk-node';
      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
      type Flat<T> = T extends object ? { [K in keyof T]: Flat<T[K]> } : T;
      ${names
        .map((name) => `export const ${name}: Same<Flat<sdk.${name}>, Flat<contracts.${name}>> = true;`)
        .join('\n')}
      type Payment = Omit<contracts.CreatePaymentRequest, 'amount' | 'products'>;
      export const payment: Same<Flat<Omit<sdk.CreatePaymentParams, 'amount' | 'products'>>, Flat<Payment>> = true;
      type Refund = Omit<contracts.RefundRequest, 'amount'>;
      export const refund: Same<Flat<Omit<sdk.CreateRefundParams, 'amount'>>, Flat<Refund>> = true;
      export const eventIsOfContract = (event: sdk.WebhookEvent): contracts.WebhookEvent => event;
      export const loggedIsOfContract = (event: sdk.LoggedEvent): contracts.LoggedEvent => event;
      export const pageIsOfContract = (page: sdk.EventPage): contracts.EventListResult => page;
    `;
    expect(compile('same-types.mts', text)).toBe('');
  });
});
