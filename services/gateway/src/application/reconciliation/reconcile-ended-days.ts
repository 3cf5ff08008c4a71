import type { Clock } from '../../ports/clock.ts';
import type { PaymentChannels } from '../../ports/payment-channels.ts';
import type { ReconciliationLog, ReconciliationRecord } from '../../ports/reconciliation-log.ts';
import type { ReconcileDay } from './reconcile-day.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** At this hour (UTC) the day before is over everywhere, also in the books of channels that close them late. */
const HOUR_OF_DAY = 4;
/** Books that were not to be had are asked for again after so long. */
const RETRY_MS = HOUR_MS;
/** For so many days. */
const DAYS_BACK = 7;

/**
 * The daily duty: reconciles the day that ended, once for each channel, and days before it that are still open or in
 * which something was still on its way. What an instance has begun no other begins.
 */
export class ReconcileEndedDays {
  readonly #channels: PaymentChannels;
  readonly #log: ReconciliationLog;
  readonly #reconcileDay: ReconcileDay;
  readonly #clock: Clock;

  constructor(deps: {
    channels: PaymentChannels;
    log: ReconciliationLog;
    reconcileDay: ReconcileDay;
    clock: Clock;
  }) {
    this.#channels = deps.channels;
    this.#log = deps.log;
    this.#reconcileDay = deps.reconcileDay;
    this.#clock = deps.clock;
  }

  async execute(): Promise<void> {
    for (const { channelId } of await this.#channels.all()) {
      for (const date of await this.#dueDates(channelId))
        await this.#reconcileDay.execute(channelId, date, 0);
    }
  }

  /** The day that ended; and of those before it, from the first that was ever begun on, all without a result. */
  async #dueDates(channelId: string): Promise<readonly string[]> {
    const latestMs = this.#clock.now().getTime() - HOUR_OF_DAY * HOUR_MS - DAY_MS;
    const dates = Array.from({ length: DAYS_BACK }, (_, back) =>
      new Date(latestMs - back * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length),
    );
    const records = await Promise.all(dates.map((date) => this.#log.find({ channelId, date })));
    const firstKnown = records.findLastIndex((record) => record !== undefined);
    return dates.filter((_, back) => (back === 0 || back <= firstKnown) && this.#isDue(records[back]));
  }

  #isDue(record: ReconciliationRecord | undefined): boolean {
    if (record === undefined) return true;
    const { claimedUntil, outcome } = record;
    if (claimedUntil !== null && claimedUntil > this.#clock.realNow()) return false;
    if (outcome === null) return true;
    const age = this.#clock.now().getTime() - outcome.at.getTime();
    if (outcome.kind === 'unavailable') return age >= RETRY_MS;
    // What was on its way then has arrived by now, or never will.
    const isWaitedFor = outcome.reconciliation.pendingCount > 0 && age >= DAY_MS;
    return !outcome.isFinal || isWaitedFor;
  }
}
