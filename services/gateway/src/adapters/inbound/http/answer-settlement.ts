import { Readable } from 'node:stream';
import type { SettlementFormat, SettlementReport } from '@kassa/contracts';
import type { Context } from 'koa';
import type { OpenedSettlement } from '../../../application/payments/report-settlement.ts';
import { alreadyAnswered } from './route.ts';
import { linesCsv, totalsCsv } from './settlement-csv.ts';
import { presentSettlement } from './settlement-presenter.ts';

/** Of a merchant, and of all operators together: each reads all of a day, which no other call does. */
export const REPORTS_AT_A_TIME = 2;

/** A settlement report in the form that was asked for: for the envelope, or answered as a file. */
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
      // The first is waited for: a database that does not answer is still told as an error.
      const first = await chunks.next();
      nameFile(ctx, `settlement-lines-${day.date}.csv`);
      // Should it fail later, the transfer is cut off, and no client takes the part for the whole.
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
