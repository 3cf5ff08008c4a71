import { Readable } from 'node:stream';
import type { SettlementFormat, SettlementReport } from '@kassa/contracts';
import type { Context } from 'koa';
import type { OpenedSettlement } from '../../../application/payments/report-settlement.ts';
import { alreadyAnswered } from './route.ts';
import { linesCsv, totalsCsv } from './settlement-csv.ts';
import { presentSettlement } from './settlement-presenter.ts';

/**
 * The limit of each merchant, and of all operators together: a report reads a whole day, which no other call
 * does.
 */
export const REPORTS_AT_A_TIME = 2;

/** Answers a settlement report in the requested format: returned for the envelope, or sent as a file. */
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
      // Awaiting the first chunk lets a database that does not answer still be reported as an error.
      const first = await chunks.next();
      nameFile(ctx, `settlement-lines-${day.date}.csv`);
      // If a later chunk fails, the transfer is cut off, so that no client mistakes a part for the whole report.
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
