import { processingIdOf } from '../../domain/settlement/channel-fee.ts';
import { hoursOf } from '../../domain/settlement/money-moves.ts';
import { readSettlementDay, type SettlementDay } from '../../domain/settlement/settlement-day.ts';
import {
  inOrderOfTime,
  type LineWithFee,
  linesWithin,
  type SettlementLine,
  withFees,
} from '../../domain/settlement/settlement-lines.ts';
import { type CurrencyTotals, SettlementTally } from '../../domain/settlement/settlement-totals.ts';
import type { TimeSpan } from '../../domain/time-span.ts';
import type { ChannelFees } from '../../ports/channel-fees.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OrderBooks } from '../../ports/order-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** The money movements of one merchant on one day, ready to be reported. */
export interface OpenedSettlement {
  readonly kind: 'opened';
  readonly day: SettlementDay;
  /** Adds up the day's money movements while reading them, without keeping them in memory. */
  sum(): Promise<readonly CurrencyTotals[]>;
  /** Reads the day's lines hour by hour, in chronological order, so that at most one hour's lines are in memory. */
  linesByHour(): AsyncIterable<readonly LineWithFee[]>;
}

/** For how many lines the fees are looked up together. */
const FEES_AT_A_TIME = 500;

interface Dependencies {
  readonly orders: OrderBooks;
  readonly fees: ChannelFees;
  readonly clock: Clock;
}

/** Reports how a merchant's money moved on a day, as totals and as single lines. */
export class ReportSettlement {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param date `YYYY-MM-DD` */
  execute(merchantId: string, date: string): OpenedSettlement | Refusal {
    const reading = readSettlementDay(date, this.#deps.clock.now());
    if (reading.kind === 'refused') {
      const message = refusals[reading.reason];
      return refuse('INVALID_REQUEST', `date ${message}.`, [{ path: 'date', message }]);
    }
    const { day } = reading;
    const linesByHour = () => this.#linesByHour(merchantId, day);
    return { kind: 'opened', day, linesByHour, sum: () => this.#sum(merchantId, day) };
  }

  async #sum(merchantId: string, { from, before }: TimeSpan): Promise<readonly CurrencyTotals[]> {
    const tally = new SettlementTally();
    let waiting: SettlementLine[] = [];
    const add = async () => {
      for (const line of await this.#withFees(waiting)) tally.add(line, line);
      waiting = [];
    };
    for await (const order of this.#deps.orders.withMoneyMoved({ merchantId, from, before })) {
      waiting.push(...linesWithin(order, { from, before }));
      if (waiting.length >= FEES_AT_A_TIME) await add();
    }
    await add();
    return tally.totals;
  }

  async *#linesByHour(merchantId: string, day: TimeSpan): AsyncGenerator<readonly LineWithFee[]> {
    const hours = hoursOf(day);
    for (const [index, from] of hours.entries()) {
      const span = { from, before: hours[index + 1] ?? day.before };
      const lines: SettlementLine[] = [];
      for await (const order of this.#deps.orders.withMoneyMoved({ merchantId, ...span })) {
        lines.push(...linesWithin(order, span));
      }
      yield inOrderOfTime(await this.#withFees(lines));
    }
  }

  async #withFees(lines: readonly SettlementLine[]): Promise<readonly LineWithFee[]> {
    const found: LineWithFee[] = [];
    for (let start = 0; start < lines.length; start += FEES_AT_A_TIME) {
      const part = lines.slice(start, start + FEES_AT_A_TIME);
      const bookingIds = part.flatMap(({ bookingId }) => [bookingId, processingIdOf(bookingId)]);
      const fees = await this.#deps.fees.find(bookingIds);
      found.push(...part.map((line) => withFees(line, (bookingId) => fees.get(bookingId) ?? [])));
    }
    return found;
  }
}

const refusals = {
  no_such_day: 'must be a valid date, YYYY-MM-DD',
  not_begun: 'must not be in the future (UTC)',
} as const;
