import { dateOf } from '../../domain/reconciliation/due-days.ts';
import type { OwnEntry } from '../../domain/reconciliation/own-entry.ts';
import {
  earlierPeriods,
  periodAfter,
  periodAround,
  searchedFrom,
  shortened,
} from '../../domain/reconciliation/search-periods.ts';
import { SoughtEntries } from '../../domain/reconciliation/sought-entries.ts';
import type { NamedLine } from '../../domain/reconciliation/statement-line.ts';
import { awaitsLaterLine } from '../../domain/reconciliation/verdict.ts';
import type { TimeSpan } from '../../domain/time-span.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChannelBooks } from '../../ports/payment-channel.ts';

/**
 * The limits of one search: at most 20 statements (about two months of the channel's books) and ten minutes. They let the
 * comparison of a day end before another process may start to compare the same day.
 */
const MOST_STATEMENTS = 20;
/**
 * How many statements after the compared day a search may read to find lost disputes, before it reads the books of earlier
 * days. The rest of the statements that the search may read are reserved for those earlier days.
 */
const STATEMENTS_FOR_A_LOSS = 3;
/**
 * How many statements after the compared day a search may read first, if it must also search the books before that day.
 * Otherwise, a single dispute could use up all statements, because the channel may not book its outcome for months.
 */
const STATEMENTS_OF_LATER_BOOKS = MOST_STATEMENTS / 2;
const LONGEST_MS = 10 * 60 * 1000;

export interface SoughtEntry {
  readonly own: OwnEntry;
  /**
   * The line about the payment, refund or dispute in the channel's books of the compared day. The line does not show the
   * outcome. Null if these books contain no such line.
   */
  readonly line: NamedLine | null;
}

/**
 * A part of the channel's books that was not read although it could contain the payment, refund or dispute that is searched
 * for.
 */
export interface Gap {
  /**
   * `unavailable`: the channel did not provide these books. `limit`: the search reached its limit before these books. Searching
   * again later would not help, because the new search would end at the same place.
   */
  readonly kind: 'unavailable' | 'limit';
  readonly detail: string;
}

interface Unread extends TimeSpan {
  readonly kind: Gap['kind'];
  readonly reason: string;
}

/**
 * Searches a channel's books for other days for payments, refunds and disputes whose outcome is still unknown, because neither
 * the books for the compared day nor the channel's answers to the gateway's questions showed it. Each statement is read once
 * and searched for all of them. A period that can contain none of them is not read.
 *
 * - If the books of the compared day do not contain the payment, refund or dispute, the search covers the time from its
 *   beginning to the day after the compared day. Later books can contain it only if its money moved again or if it is a dispute
 *   that was lost.
 * - If the books of the compared day contain an unfinished line about it, the search covers the time from that line to now.
 */
export class BooksSearch {
  readonly #channel: ChannelBooks;
  readonly #clock: Clock;
  readonly #near: TimeSpan;
  readonly #entries: readonly SoughtEntry[];
  readonly #found: SoughtEntries;
  readonly #unread: Unread[] = [];
  readonly #endsAt: Date;
  #statements = 0;
  /**
   * The time up to which the channel's books have been read: at first, the end of the compared day. Each later period that is
   * read moves it forward.
   */
  #readUpTo: Date;
  #hasLaterBooks = true;

  constructor(
    channel: ChannelBooks,
    { day, entries, clock }: { day: TimeSpan; entries: readonly SoughtEntry[]; clock: Clock },
  ) {
    this.#channel = channel;
    this.#clock = clock;
    this.#near = periodAround(day);
    this.#readUpTo = day.before;
    this.#entries = entries;
    this.#found = new SoughtEntries(entries);
    this.#endsAt = new Date(clock.realNow().getTime() + LONGEST_MS);
  }

  /**
   * Reads the channel's books of other days. Periods long before the compared day are read last, because there can be many of
   * them.
   */
  async run(): Promise<void> {
    const isSoughtAround = this.#entries.some(({ line }) => line === null);
    const isNearRead = isSoughtAround && (await this.#read(this.#near));
    if (isNearRead) this.#readUpTo = this.#near.before;
    const isSoughtBefore = isNearRead && this.#entries.some(({ own }) => this.lineOf(own) === undefined);
    const most = isSoughtBefore ? STATEMENTS_OF_LATER_BOOKS : MOST_STATEMENTS;
    await this.#readLaterBooks((own) => this.lineOf(own) !== undefined, most);
    if (!isNearRead) return;
    // First search the books after the compared day for lost disputes, which a channel often books a few days after the gateway
    // learned of them. Only then read earlier books, because they could use up all the statements that one search may read.
    await this.#readLaterBooks(({ dispute }) => dispute !== null, STATEMENTS_FOR_A_LOSS);
    const notFound = this.#entries.flatMap(({ own }) => (this.#found.lineOf(own) ? [] : own));
    for (const period of earlierPeriods(this.#near, notFound)) await this.#read(period);
    await this.#readLaterBooks(() => true);
  }

  /**
   * Returns the latest line that the search has found in the channel's books about a payment, refund or dispute; undefined if
   * it has found none.
   */
  lineOf(own: OwnEntry): NamedLine | undefined {
    return this.#found.lineOf(own);
  }

  /**
   * Returns a text for a message: the days whose books were searched for a payment, refund or dispute. The message says that
   * the books of these days do not contain it.
   */
  daysOf(own: OwnEntry): string {
    return daysIn({ from: this.#searchedFrom(own), before: this.#near.before });
  }

  /**
   * Returns the part of the channel's books that was not read although it could contain the given payment, refund or dispute;
   * null if all of it was read.
   */
  gapOf(own: OwnEntry): Gap | null {
    const wanted = this.#unread.filter((period) => this.#isWanted(own, period));
    const likely = wanted.filter(({ from }) => this.lineOf(own) !== undefined || from < this.#near.before);
    // Do not report a gap if only books of later days are unavailable, because a channel's latest books are never available
    // yet. Such books can contain a payment, refund or dispute only if its money moved again or if it is a lost dispute.
    const unread = likely.length > 0 ? likely : wanted.filter(({ kind }) => kind === 'limit');
    const [first] = unread;
    if (first === undefined) return null;
    const { kind, reason } = unread.find((each) => each.kind === 'unavailable') ?? first;
    const from = new Date(Math.min(...unread.map((period) => period.from.getTime())));
    const before = new Date(Math.max(...unread.map((period) => period.before.getTime())));
    return { kind, detail: `its books of ${daysIn({ from, before })} were not all read: ${reason}` };
  }

  #searchedFrom(own: OwnEntry): Date {
    const began = searchedFrom(own);
    return began < this.#near.from ? began : this.#near.from;
  }

  #isWanted(own: OwnEntry, period: TimeSpan): boolean {
    const line = this.#found.lineOf(own);
    if (line !== undefined) return awaitsLaterLine(own, line) && period.before > line.at;
    return period.before > this.#searchedFrom(own);
  }

  /**
   * Reads the channel's books of a period. Skips a period that cannot contain any of the payments, refunds and disputes that
   * are searched for. Returns true if the period was read or skipped, false if it could not be read.
   */
  async #read(period: TimeSpan): Promise<boolean> {
    if (!this.#entries.some(({ own }) => this.#isWanted(own, period))) return true;
    const fault = await this.#request(period);
    if (fault !== null) this.#unread.push({ ...period, ...fault });
    return fault === null;
  }

  /**
   * Reads the channel's books of the days after the compared day, one period after the other. If the channel cannot provide the
   * books of a recent period yet, the search requests shorter periods, because the channel may already have the books of the
   * first days.
   */
  async #readLaterBooks(isSought: (own: OwnEntry) => boolean, most = MOST_STATEMENTS): Promise<void> {
    const now = this.#clock.now();
    const until = this.#statements + most;
    while (this.#hasLaterBooks && this.#readUpTo < now && this.#statements < until) {
      const period = periodAfter(this.#readUpTo, now);
      if (!this.#entries.some(({ own }) => isSought(own) && this.#isWanted(own, period))) return;
      const fault = await this.#request(period);
      if (fault === null) this.#readUpTo = period.before;
      else {
        if (fault.kind === 'unavailable') await this.#readFirstOf(shortened(period));
        this.#unread.push({ ...fault, from: this.#readUpTo, before: now });
        this.#hasLaterBooks = false;
      }
    }
  }

  async #readFirstOf(periods: readonly TimeSpan[]): Promise<void> {
    for (const period of periods) {
      if ((await this.#request(period)) !== null) continue;
      this.#readUpTo = period.before;
      return;
    }
  }

  async #request(period: TimeSpan): Promise<Pick<Unread, 'kind' | 'reason'> | null> {
    if (this.#statements === MOST_STATEMENTS || this.#clock.realNow() >= this.#endsAt) {
      const reason = `a search ends after ${MOST_STATEMENTS} statements or ${LONGEST_MS / 60_000} minutes`;
      return { kind: 'limit', reason };
    }
    this.#statements += 1;
    const statement = await this.#channel.statement(period);
    if (statement.kind === 'unavailable') return { kind: 'unavailable', reason: statement.detail };
    this.#found.take(statement.lines);
    return null;
  }
}

function daysIn({ from, before }: TimeSpan): string {
  const [first, last] = [dateOf(from), dateOf(new Date(before.getTime() - 1))];
  return first === last ? first : `${first} to ${last}`;
}
