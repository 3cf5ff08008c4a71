import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const packageFolder = join(import.meta.dirname, '..');
const binaries = join(packageFolder, '..', 'node_modules', '.bin');
mkdirSync(join(packageFolder, 'node_modules'), { recursive: true });
/** A project outside of the sources that has the built package installed. */
const consumer = mkdtempSync(join(packageFolder, 'node_modules', '.consumer-'));
const installed = join(consumer, 'node_modules', '@kassa', 'sdk-node');

beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(packageFolder, 'package.json'), join(installed, 'package.json'));
  run('tsdown', ['--out-dir', join(installed, 'dist'), '--logLevel', 'error'], packageFolder);
});
afterAll(() => rmSync(consumer, { recursive: true }));

function run(binary: string, parameters: string[], cwd = consumer): string {
  return execFileSync(join(binaries, binary), parameters, { cwd, encoding: 'utf8', stdio: 'pipe' });
}

/** Compiles a file of the consumer; answers with the complaints. */
function compile(name: string, text: string, options: string[]): string {
  writeFileSync(join(consumer, name), text);
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--ignoreConfig'];
  const modules = ['--module', 'nodenext', '--types', 'node'];
  try {
    return run('tsc', [...strict, ...modules, ...options, name]);
  } catch (error) {
    return String((error as { stdout: unknown }).stdout);
  }
}

describe('the built package', () => {
  it('loads without anything else installed', () => {
    const script = "import('@kassa/sdk-node').then((sdk) => console.log(Object.keys(sdk).join(' ')))";
    const names = execFileSync(process.execPath, ['-e', script], { cwd: consumer, encoding: 'utf8' });
    expect(names.trim().split(' ')).toEqual(expect.arrayContaining(['Kassa', 'KassaError', 'Webhooks']));
  });

  it('imports nothing but modules of Node', () => {
    const code = readFileSync(join(installed, 'dist', 'index.mjs'), 'utf8');
    const types = readFileSync(join(installed, 'dist', 'index.d.mts'), 'utf8');
    const imported = [...`${code}\n${types}`.matchAll(/^(?:import|export) .*from "([^"]+)";$/gm)];
    expect(imported.length).toBeGreaterThan(0);
    for (const [, module] of imported) expect(module).toMatch(/^(node:|\.\/)/);
  });

  it('has types that a strict project compiles against, declarations included', () => {
    const text = `
      import { Kassa, KassaError, Webhooks, type WebhookEvent } from '@kassa/sdk-node';
      const kassa = new Kassa({ merchantId: 'm', privateKey: { file: 'k.pem' }, baseUrl: 'https://pay.example' });
      const payment = await kassa.payments.create({
        merchant_transaction_id: 'T1', amount: '10.00', currency_code: 'USD', redirect_url: 'https://shop.example',
      });
      const url: string = payment.pay_url;
      const order = await kassa.payments.retrieve('T1', { timeoutMs: 1, signal: AbortSignal.timeout(1) });
      if (order.state === 'PAY_SUCCESS') order.refundable_amount.toFixed();
      const event: WebhookEvent = new Webhooks({ secrets: ['s'] }).verify('{}', new Headers());
      if (event.event_type === 'order.refund.failed') event.data.refund.error_code?.toUpperCase();
      const created: string[] = (await kassa.orders.list({ limit: 5 })).orders.map((listed) => listed.created_at);
      for await (const { event } of kassa.events.list()) created.push(event.data.order_id);
      // @ts-expect-error Outside of the sandbox there is no address to be known.
      new Kassa({ merchantId: 'm', privateKey: 'k', environment: 'production' });
      // @ts-expect-error The amount is required.
      await kassa.refunds.create({ transaction_id: 'R1', original_transaction_id: 'T1', currency_code: 'USD' });
      // @ts-expect-error There is no such state.
      if (order.state === 'PAID') throw new KassaError({} as never);
      export { url };
    `;
    expect(compile('consumer.mts', text, ['--target', 'es2022', '--skipLibCheck', 'false'])).toBe('');
  });

  it('publishes exactly the types of the contracts', () => {
    const names = [
      'CreatePaymentResult',
      'PaymentQueryResult',
      'RefundResult',
      'RefundQueryResult',
      'FieldError',
      'EventResendResult',
      'OrderListResult',
      'SandboxTriggerRequest',
      'SandboxTriggerResult',
    ];
    const more = ['ErrorName', 'EventType', 'SandboxTrigger'];
    const text = `
      import type * as contracts from '@kassa/contracts';
      import type * as sdk from '@kassa/sdk-node';
      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
      type Flat<T> = T extends object ? { [K in keyof T]: Flat<T[K]> } : T;
      ${[...names, ...more]
        .map((name) => `export const ${name}: Same<Flat<sdk.${name}>, Flat<contracts.${name}>> = true;`)
        .join('\n')}
      type Payment = Omit<contracts.CreatePaymentRequest, 'amount' | 'products'>;
      export const payment: Same<Flat<Omit<sdk.CreatePaymentParams, 'amount' | 'products'>>, Flat<Payment>> = true;
      type Refund = Omit<contracts.RefundRequest, 'amount'>;
      export const refund: Same<Flat<Omit<sdk.CreateRefundParams, 'amount'>>, Flat<Refund>> = true;
      export const eventIsOfContract = (event: sdk.WebhookEvent): contracts.WebhookEvent => event;
    `;
    expect(
      compile('same-types.mts', text, [
        '--target',
        'es2024',
        '--skipLibCheck',
        '--allowImportingTsExtensions',
      ]),
    ).toBe('');
  });
});
