import { Readable } from 'node:stream';
import type { SettlementFormat, SettlementReport } from '@kassa/contracts';
import type { Context } from 'koa';
import type { OpenedSettlement } from '../../../application/payments/report-settlement.ts';
import { alreadyAnswered } from './route.ts';
import { linesCsv, totalsCsv } from './settlement-csv.ts';
import { presentSettlement } from './settlement-presenter.ts';

/**
 * How many settlement reports may run at once for each merchant, and how many for all operators together. The limits are low,
 * because a report reads a whole day of orders, which no other call does.
 */
export const REPORTS_AT_A_TIME = 2;

/**
 * Answers a request for a settlement report. Sends CSV itself, as a file. Returns JSON to the calling route, which wraps it in
 * the usual envelope.
 */
export async function answerSettlement(
  ctx: Context,
  merchantId: string,
  settlement: OpenedSettlement,
  format: SettlementFormat,
): Promise<SettlementReport | typeof alreadyAnswered> {
  const { day } = settlement;
  switch (format) {
    case 'json':
      return presentSettlement(merchantId, day, await settlement.sum());
    case 'csv':
      nameFile(ctx, `settlement-${day.date}.csv`);
      ctx.body = totalsCsv(presentSettlement(merchantId, day, await settlement.sum()));
      return alreadyAnswered;
    case 'lines_csv': {
      const chunks = linesCsv(settlement.linesByHour());
      // Read the first chunk before any header is sent. If the database does not answer, the client then gets an error
      // instead of an empty file.
      const first = await chunks.next();
      nameFile(ctx, `settlement-lines-${day.date}.csv`);
      // If reading a later chunk fails, the transfer is aborted, so that no client mistakes a part of the report for the whole.
      ctx.body = Readable.from(beginningWith(first, chunks));
      return alreadyAnswered;
    }
  }
}

async function* beginningWith(
  first: IteratorResult<string>,
  rest: AsyncIterable<string>,
): AsyncGenerator<string> {
  if (!first.done) yield first.value;
  yield* rest;
}

function nameFile(ctx: Context, name: string): void {
  ctx.attachment(name);
  ctx.type = 'text/csv; charset=utf-8; header=present';
}
