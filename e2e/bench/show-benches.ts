import { benchCreations } from './creation-bench.ts';
import { benchPayments, type CommandRow } from './payment-bench.ts';
import { benchSigning, benchVerification, type RateRow } from './sdk-bench.ts';
import { benchWebhooks } from './webhook-bench.ts';

/** Runs each benchmark, prints its figures as tables, and returns them. */

interface BenchDatabase {
  readonly uri: string;
  readonly name: string;
}

export async function showSdk() {
  console.log('\nWebhooks verified per second of processor time (medians of the rounds)');
  const verification = await benchVerification();
  showRates(verification);
  console.log('Requests signed per second of processor time (medians of the rounds)');
  const signing = await benchSigning();
  showRates(signing);
  return { verification, signing };
}

export async function showCreations({ uri, name }: BenchDatabase) {
  const creations = await benchCreations(uri, name);
  console.log('\nSigned payment creations over HTTP (medians of the rounds)');
  console.table(
    creations.rows.map((row) => ({
      server: row.server,
      concurrency: row.concurrency,
      'requests/s': Math.round(row.requestsPerSecond),
      'p50 ms': rounded(row.p50Ms, 2),
      'p99 ms': rounded(row.p99Ms, 2),
      'memory MiB': Math.round(row.memoryMib),
    })),
  );
  console.log('Gateway ÷ floor (median of the ratios round by round)');
  console.table(
    creations.ratios.map(({ concurrency, throughput, p50 }) => ({
      concurrency,
      throughput: `${throughput.toFixed(2)}×`,
      p50: `${p50.toFixed(2)}×`,
    })),
  );
  return creations;
}

export async function showPayments({ uri, name }: BenchDatabase) {
  const payments = await benchPayments(uri, name);
  console.log('\nWhole payments, until the merchant has the webhook (medians of the rounds)');
  console.table(
    payments.rows.map((row) => ({
      concurrency: row.concurrency,
      'payments/s': rounded(row.paymentsPerSecond, 1),
      'p50 ms': rounded(row.p50Ms, 1),
      'p99 ms': rounded(row.p99Ms, 1),
      'gateway CPU ms/payment': rounded(row.gatewayCpuMs, 2),
      'memory MiB': Math.round(row.memoryMib),
    })),
  );
  console.log(
    `Creations at 64: ${Math.round(payments.creationsPerSecond)}/s, ` +
      `${payments.creationsPerPayment.toFixed(1)} for each whole payment at 32 (median of the rounds)`,
  );
  console.log('Commands to the database for one payment, by the number of concurrent payments');
  console.table(
    [...payments.commands, sumOf(payments.commands)]
      .filter(({ perPayment }) => Math.max(...perPayment.values()) >= 0.05)
      .map(({ command, perPayment }) => ({
        command,
        alone: rounded(perPayment.get(1) ?? 0, 2),
        'at 32': rounded(perPayment.get(32) ?? 0, 2),
      })),
  );
  const commands = payments.commands.map(({ command, perPayment }) => ({
    command,
    perPayment: Object.fromEntries(perPayment),
  }));
  return { ...payments, commands };
}

export async function showWebhooks({ uri, name }: BenchDatabase) {
  const webhooks = await benchWebhooks(uri, name);
  console.log(
    `\nFrom the channel's result to the merchant's receiver, ${webhooks.offeredPerSecond} payments/s`,
  );
  console.table([
    {
      payments: webhooks.payments,
      'p50 ms': rounded(webhooks.p50Ms, 1),
      'p99 ms': rounded(webhooks.p99Ms, 1),
      'max ms': rounded(webhooks.maxMs, 1),
    },
  ]);
  return webhooks;
}

function showRates(rows: readonly RateRow[]): void {
  console.table(
    rows.map(({ name, perSecond, ratio }) => ({
      name,
      'per second': Math.round(perSecond),
      'beside the first': `${ratio.toFixed(2)}×`,
    })),
  );
}

function sumOf(rows: readonly CommandRow[]): CommandRow {
  const sums = new Map<number, number>();
  for (const { perPayment } of rows) {
    for (const [concurrency, count] of perPayment) {
      sums.set(concurrency, (sums.get(concurrency) ?? 0) + count);
    }
  }
  return { command: 'all', perPayment: sums };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
