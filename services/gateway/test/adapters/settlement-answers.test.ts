import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerSettlement } from '../../src/adapters/inbound/http/answer-settlement.ts';
import { limitRunning } from '../../src/adapters/inbound/http/middleware/limit-running.ts';
import { reportRoutes } from '../../src/adapters/inbound/http/operations/report-routes.ts';
import { RefusedError } from '../../src/adapters/inbound/http/refused-error.ts';
import type { FindMerchants } from '../../src/application/merchants/find-merchants.ts';
import type { OpenedSettlement, ReportSettlement } from '../../src/application/payments/report-settlement.ts';
import { readSettlementDay } from '../../src/domain/settlement/settlement-day.ts';
import { type LineWithFee, linesWithin } from '../../src/domain/settlement/settlement-lines.ts';
import { paid } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

let server: Server;
let url: string;
let linesByHour: () => AsyncIterable<readonly LineWithFee[]>;
const errors: unknown[] = [];

beforeAll(async () => {
  const reading = readSettlementDay('2026-11-21', after(0));
  if (reading.kind !== 'read') throw new Error(reading.reason);
  const settlement: OpenedSettlement = {
    kind: 'opened',
    day: reading.day,
    sum: async () => [],
    linesByHour: () => linesByHour(),
  };
  const app = new Koa();
  app.on('error', (error) => errors.push(error));
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      ctx.status = error instanceof RefusedError ? 429 : 503;
      ctx.body = String(error);
    }
  });
  const operations = new Router();
  reportRoutes(operations, {
    reportSettlement: { execute: () => settlement } as unknown as ReportSettlement,
    findMerchants: { find: async () => ({ kind: 'found' }) } as unknown as FindMerchants,
  });
  app.use(operations.routes());
  app.use(limitRunning(2, (ctx) => ctx.path));
  app.use((ctx) => answerSettlement(ctx, 'mer_1', settlement, 'lines_csv'));
  server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => errors.splice(0));
afterAll(() => server.close());

const lines: readonly LineWithFee[] = linesWithin(paid(), { from: after(0), before: after(60) }).map(
  (line) => ({
    ...line,
    settled: null,
    furtherFees: [],
  }),
);

test('if a file’s lines cannot be read to the end, the transfer is aborted, and no client mistakes the file for a complete one', async () => {
  linesByHour = async function* () {
    yield lines;
    throw new Error('the database has gone');
  };
  const response = await fetch(url);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
});

test('if a file’s lines cannot be read at all, the answer is an error', async () => {
  const gone = () => Promise.reject(new Error('the database is not there'));
  linesByHour = () => ({ [Symbol.asyncIterator]: () => ({ next: gone }) });
  expect((await fetch(url)).status).toBe(503);
});

test('a third report at the same time is refused until one has ended or was given up; another caller’s report is not', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  linesByHour = async function* () {
    yield lines;
    await released;
  };
  const abort = new AbortController();
  await Promise.all([fetch(`${url}/one`, { signal: abort.signal }), fetch(`${url}/one`)]);
  expect((await fetch(`${url}/one`)).status).toBe(429);
  expect((await fetch(`${url}/other`)).status).toBe(200);
  abort.abort();
  await expect.poll(async () => (await fetch(`${url}/one`)).status).toBe(200);
  release();
});

test('a third report at the same time is also refused to all operators together', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  linesByHour = async function* () {
    yield lines;
    await released;
  };
  const report = (merchantId: string) =>
    fetch(`${url}/reports/settlement?merchant_id=${merchantId}&date=2026-11-21&format=lines_csv`);
  const running = await Promise.all([report('mer_1'), report('mer_2')]);
  expect(running.map(({ status }) => status)).toEqual([200, 200]);
  expect((await report('mer_3')).status).toBe(429);
  release();
  await Promise.all(running.map((response) => response.text()));
  expect((await report('mer_3')).status).toBe(200);
});

test('a file with 200,000 lines of one hour is sent in parts', async () => {
  const [line] = lines;
  if (line === undefined) throw new Error('no line');
  linesByHour = async function* () {
    yield Array.from({ length: 200_000 }, () => line);
  };
  const response = await fetch(`${url}/large`);
  expect((await response.text()).split('\r\n')).toHaveLength(200_002);
});
