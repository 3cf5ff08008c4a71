import {
  dateOf,
  firstLookAt,
  hourOf,
  latestDating,
  latestDueDate,
  missingDates,
} from '../../domain/reconciliation/due-days.ts';
import { type Clock, momentOf } from '../../ports/clock.ts';
import type { PaymentChannels } from '../../ports/payment-channels.ts';
import type { ReconciliationLog } from '../../ports/reconciliation-log.ts';
import type { BackgroundWork } from '../background-work.ts';
import { CLAIM_MS, type ReconcileDay } from './reconcile-day.ts';

/** How many days are reconciled at the same time, for all channels together. */
const DAYS_AT_ONCE = 4;
/**
 * How many days each of the parallel loops reconciles before it ends. The next run of this background job then reads the list
 * of channels again, so it also finds new channels.
 */
const DAYS_IN_A_ROW = 16;

interface Dependencies {
  readonly channels: PaymentChannels;
  readonly log: ReconciliationLog;
  readonly reconcileDay: ReconcileDay;
  readonly background: BackgroundWork;
  readonly clock: Clock;
}

/**
 * The background job that reconciles each channel's ended days until each day has its final result. This includes days on which
 * the gateway was down.
 *
 * The latest day comes first, because an operator can still correct an error of yesterday. Older days follow. A day that
 * another instance has claimed is left out.
 */
export class ReconcileEndedDays {
  readonly #deps: Dependencies;
  /**
   * For each channel, the date before which this process has recorded all ended days. It need not search for missing days
   * before this date again.
   */
  readonly #openedUpTo = new Map<string, string>();
  /**
   * The hour in which this process last searched for days that were reconciled too early. It searches at most once an hour.
   */
  #reopenedIn: number | null = null;
  #isAtWork = false;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Records the days that have ended, and then starts to reconcile the days that are due. It returns before the reconciliations
   * have ended. If earlier reconciliations are still running, it starts no further ones.
   */
  async execute(): Promise<void> {
    const channelIds = (await this.#deps.channels.all()).map(({ channelId }) => channelId);
    const now = this.#deps.clock.now();
    const latest = latestDueDate(now);
    for (const channelId of channelIds) await this.#openDays(channelId, latest);
    await this.#reopenDays(now);
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    this.#deps.background.start('reconcile-channels', () => this.#workOff(channelIds));
  }

  /**
   * Records a channel's ended days, each with the time at which its reconciliation is due. To do so, it reads all recorded days
   * of the channel, so it runs only once a day for each channel.
   */
  async #openDays(channelId: string, latest: string): Promise<void> {
    if (this.#openedUpTo.get(channelId) === latest) return;
    const known = await this.#deps.log.datesOf(channelId, latest);
    const from = await this.#firstDate(channelId, known[0], latest);
    const dates = missingDates(from, latest, new Set(known));
    await this.#deps.log.open(dates.map((date) => ({ channelId, date, dueAt: firstLookAt(date) })));
    this.#openedUpTo.set(channelId, latest);
  }

  /**
   * Schedules new reconciliations for days that a gateway instance reconciled too early because its clock was ahead. Otherwise,
   * such a day would be reconciled again too late or never. This function reads all recorded days, so it runs only once an
   * hour.
   */
  async #reopenDays(now: Date): Promise<void> {
    const hour = hourOf(now);
    if (this.#reopenedIn === hour) return;
    await this.#deps.log.reopen(latestDating(now), firstLookAt);
    this.#reopenedIn = hour;
  }

  /**
   * The first day to reconcile for a channel: the first recorded day. If none is recorded, it is the day on which the account
   * was added, because the account may have been used since then.
   */
  async #firstDate(channelId: string, firstKnown: string | undefined, latest: string): Promise<string> {
    if (firstKnown !== undefined) return firstKnown;
    const addedAt = await this.#deps.channels.addedAt(channelId);
    const added = addedAt === null ? latest : dateOf(addedAt);
    return added < latest ? added : latest;
  }

  async #workOff(channelIds: readonly string[]): Promise<void> {
    try {
      const lanes = Array.from({ length: DAYS_AT_ONCE }, () => this.#workThrough(channelIds));
      const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    } finally {
      this.#isAtWork = false;
    }
  }

  /**
   * Reconciles due days one after the other. The due days are looked up again before each reconciliation, so that a day that has
   * just ended comes before older days.
   */
  async #workThrough(channelIds: readonly string[]): Promise<void> {
    for (let done = 0; done < DAYS_IN_A_ROW; done += 1) {
      const [next] = await this.#deps.log.listDue(channelIds, momentOf(this.#deps.clock), 1);
      if (next === undefined) return;
      await this.#deps.reconcileDay.execute(next.channelId, next.date, CLAIM_MS);
    }
  }
}
