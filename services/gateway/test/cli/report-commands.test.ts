import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { compileValidator, SettlementReport } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { toOrderDocument } from '../../src/adapters/outbound/mongo/order-documents.ts';
import { disputeOn, paidOn, refundedOn } from '../builders/settled-orders.ts';
import { CliBench } from './support/cli-bench.ts';

let bench: CliBench;
let merchantId: string;
beforeAll(async () => {
  bench = await CliBench.start();
  const created = await bench.createMerchant({ name: 'Shop', webhook_url: 'https://shop.example/hook' });
  merchantId = created.merchant_id;
  const paid = paidOn('2024-02-29T09:00:00.000Z', { merchantId, number: 'T1' });
  const orders = [
    refundedOn('2024-02-29T10:00:00.000Z', paid, 'R1', 1_234),
    disputeOn(
      '2024-02-29T12:00:00.000Z',
      disputeOn(
        '2024-02-29T11:00:00.000Z',
        paidOn('2024-02-29T09:30:00.000Z', { merchantId, number: 'T2' }),
        'opened',
        'dsp_1',
      ),
      'won',
      'dsp_1',
    ),
  ];
  await bench.insertOrders(orders.map(toOrderDocument));
});
afterAll(() => bench.stop());

function settlement(...more: string[]) {
  return bench.run(['report', 'settlement', '--merchant', merchantId, '--date', '2024-02-29', ...more]);
}

describe('kassa-admin report settlement', () => {
  test('formats the day for people', async () => {
    const { exitCode, output, errors } = await settlement();
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
    expect(output).toBe(
      [
        `  Merchant  ${merchantId}`,
        '  Day       2024-02-29, UTC',
        '  Final     yes',
        '',
        '  USD                   Amount  Count',
        '  Gross                 200.00  2',
        '  Refunds               -12.34  1',
        '    of these automatic    0.00  0',
        '  Disputes                0.00  1 withdrawn, 1 given back',
        '  Net                   187.66',
        '',
      ].join('\n'),
    );
  });

  test('prints the report as JSON, also as --format json', async () => {
    const { output } = await settlement('--json');
    expect(compileValidator(SettlementReport)(JSON.parse(output))).toMatchObject({ kind: 'valid' });
    expect((await settlement('--format', 'json')).output).toBe(output);
  });

  test('writes every line to a file, which gets its name once it is complete', async () => {
    const { exitCode, output } = await settlement('--format', 'lines_csv', '--out', 'day.csv');
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: '' });
    const rows = readFileSync(join(bench.folder, 'day.csv'), 'utf8').split('\r\n');
    expect(rows.map((row) => row.split(',')[1])).toEqual([
      'kind',
      'payment',
      'payment',
      'refund',
      'dispute',
      'dispute_reversal',
      undefined,
    ]);
    expect((await settlement('--format', 'csv')).output).toMatch(/\r\n.*,USD,200\.00,-12\.34,.*\r\n$/);
  });

  test('leaves no file behind, and says so, if the report breaks off', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' });
      response.write('time,kind\r\n', () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const run = await settlement('--format', 'lines_csv', '--out', 'broken.csv', '--operations-url', address);
    expect(run).toMatchObject({
      exitCode: 3,
      errors: expect.stringMatching(/^error: The transfer of the report was interrupted \(/),
    });
    expect(existsSync(join(bench.folder, 'broken.csv'))).toBe(false);
    expect(readdirSync(bench.folder).filter((name) => name.startsWith('broken'))).toEqual([]);
  });

  test.each([
    [
      ['--date', '2024-02-30'],
      1,
      /^error: INVALID_REQUEST: --date must be a valid date, YYYY-MM-DD\.\n {2}\(request/,
    ],
    [['--merchant', 'mer_none'], 1, /^error: MERCHANT_NOT_FOUND: /],
    [['--out', 'no/such/folder.csv'], 2, /^error: The report cannot be written to /],
    [['--format', 'xlsx'], 2, /^error: option '--format <format>'/],
  ])('says what is wrong with %j', async (more, exitCode, errors) => {
    expect(await settlement(...more)).toMatchObject({ exitCode, errors: expect.stringMatching(errors) });
  });
});
