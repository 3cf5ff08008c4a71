import { firstLookAt, isLastLook, type Look, nextLookAt } from '../../domain/reconciliation/due-days.ts';
import { differenceCount, ordersInQuestion } from '../../domain/reconciliation/reconciliation.ts';
import { readSettlementDay, type SettlementDay } from '../../domain/settlement/settlement-day.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import type {
  ChannelDay,
  ReconciliationLog,
  ReconciliationOutcome,
  ReconciliationRecord,
} from '../../ports/reconciliation-log.ts';
import type { BackgroundWork } from '../background-work.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { CompareChannelBooks, ComparedChannel } from './compare-channel-books.ts';

/**
 * How long a process's claim on a day lasts. During this time, no other process compares the channel's books for this day. Even
 * a large day takes only minutes, so a process that needs longer has crashed.
 */
export const CLAIM_MS = 30 * 60 * 1000;

/** The maximum number of orders that an alert names. The stored result of the day lists the rest. */
const ORDERS_IN_AN_ALERT = 10;

interface Dependencies {
  channels: ChannelLookup<ComparedChannel>;
  log: ReconciliationLog;
  compare: CompareChannelBooks;
  background: BackgroundWork;
  alerts: Alerts;
  clock: Clock;
}

/** Compares a channel's books for a day with the gateway's, and stores the result. A day can be compared again at any time. */
export class ReconcileDay {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Starts to compare a channel's books for a day, unless another instance has claimed the day. Waits for at most `waitMs`, and
   * then returns either the result or the information that the comparison is still running.
   *
   * @param date `YYYY-MM-DD`, UTC
   */
  async execute(
    channelId: string,
    date: string,
    waitMs: number,
  ): Promise<{ readonly kind: 'begun'; readonly record: ReconciliationRecord } | Refusal> {
    const reading = readSettlementDay(date, this.#deps.clock.now());
    if (reading.kind === 'refused') {
      return refuse('INVALID_REQUEST', 'date must be a day that has begun (UTC), YYYY-MM-DD.', [
        { path: 'date', message: 'must be a day that has begun (UTC), YYYY-MM-DD' },
      ]);
    }
    const channel = await this.#deps.channels.find(channelId);
    if (channel === undefined) {
      return refuse(
        'CHANNEL_NOT_FOUND',
        `There is no channel ${channelId} in this deployment. \`kassa-admin channel list\` lists all channels.`,
      );
    }
    const begun = await this.#begin(channel, reading.day);
    if (begun !== undefined) await atMost(waitMs, begun.done);
    const record = await this.#deps.log.find({ channelId, date });
    if (record === undefined)
      throw new Error(`the result of the reconciliation of ${channelId} on ${date} is missing`);
    return { kind: 'begun', record };
  }

  /**
   * Claims a day and starts to compare its books. Returns undefined if another instance has claimed the day. The promise is inside
   * an object, because a caller that awaits this function would otherwise wait for the end of the comparison too.
   */
  async #begin(
    channel: ComparedChannel,
    day: SettlementDay,
  ): Promise<{ readonly done: Promise<void> } | undefined> {
    const { channelId } = channel;
    const now = this.#deps.clock.realNow();
    const until = new Date(now.getTime() + CLAIM_MS);
    const channelDay = { channelId, date: day.date };
    const dueDay = { ...channelDay, dueAt: firstLookAt(day.date) };
    if ((await this.#deps.log.claim(dueDay, { now, until })) === 'in_hand') return undefined;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    this.#deps.background.start('reconcile', async () => {
      try {
        const outcome = await this.#outcomeOf(channel, day, until);
        if (outcome === 'overtaken') return;
        // Raise the alert before the result is stored, because the process may stop between the two steps. A day without a stored
        // result is compared again, and the alert is raised again. If the result were stored first, the alert could be lost.
        this.#tell(channelId, day, outcome);
        const dueAt = nextLookAt(day.date, lookOf(outcome));
        await this.#deps.log.conclude(channelDay, until, await this.#toKeep(channelDay, outcome), dueAt);
      } finally {
        resolve();
      }
    });
    return { done };
  }

  /** @param until the time until which this process has claimed the day */
  async #outcomeOf(
    channel: ComparedChannel,
    day: SettlementDay,
    until: Date,
  ): Promise<ReconciliationOutcome | 'overtaken'> {
    const at = this.#deps.clock.now();
    const { channelId } = channel;
    const { date } = day;
    try {
      const outcome = await this.#deps.compare.execute(channel, {
        ...day,
        isLastLook: isLastLook(date, at),
        isStillClaimed: async () => {
          const record = await this.#deps.log.find({ channelId, date });
          return record?.claimedUntil?.getTime() === until.getTime();
        },
      });
      if (outcome.kind === 'overtaken') return 'overtaken';
      return outcome.kind === 'compared' ? { ...outcome, isFinal: day.isFinal, at } : { ...outcome, at };
    } catch (error) {
      // The comparison failed. Raise an alert, and then store a result, which ends this process's claim on the day. Otherwise,
      // no process could compare the day until the claim expires.
      this.#deps.alerts.raise({
        kind: 'duty_failed',
        duty: 'reconcile',
        item: `${channelId} ${date}`,
        error,
      });
      return { kind: 'unavailable', detail: 'the comparison broke off; the log says why', at };
    }
  }

  /**
   * Returns the result to store for a day. If the day was compared before and the channel's books are unavailable now, the
   * earlier comparison is kept, with a note that the books were unavailable.
   */
  async #toKeep(day: ChannelDay, outcome: ReconciliationOutcome): Promise<ReconciliationOutcome> {
    if (outcome.kind === 'compared') return outcome;
    const previous = (await this.#deps.log.find(day))?.outcome;
    if (previous?.kind !== 'compared') return outcome;
    const { detail, at } = outcome;
    return { ...previous, unavailable: { detail, at } };
  }

  #tell(channelId: string, { date }: SettlementDay, outcome: ReconciliationOutcome): void {
    if (outcome.kind === 'unavailable') {
      const detail = `its books of ${date}: ${outcome.detail}`;
      this.#deps.alerts.raise({ kind: 'channel_unavailable', channelId, detail });
    } else if (differenceCount(outcome.reconciliation) > 0) {
      const { counts } = outcome.reconciliation;
      const orderIds = ordersInQuestion(outcome.reconciliation).slice(0, ORDERS_IN_AN_ALERT);
      this.#deps.alerts.raise({ kind: 'reconciliation_difference', channelId, date, counts, orderIds });
    }
  }
}

function lookOf(outcome: ReconciliationOutcome): Look {
  const { at } = outcome;
  if (outcome.kind === 'unavailable') return { kind: 'unavailable', at };
  if (!outcome.isFinal) return { kind: 'not_final', at };
  return { kind: outcome.reconciliation.pendingCount > 0 ? 'pending' : 'settled', at };
}

async function atMost(waitMs: number, work: Promise<void>): Promise<void> {
  const { promise: waited, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitMs).unref();
  await Promise.race([work, waited]);
  clearTimeout(timer);
}
