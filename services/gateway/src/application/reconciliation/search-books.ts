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
 * The limits of one search. A search reads every line of the books, so it may read at most about two months of them. The whole
 * comparison then ends before the process loses its claim on the compared day.
 */
const MOST_STATEMENTS = 20;
/**
 * How many statements a search may read to look for a lost dispute in the books after the compared day. It keeps the remaining
 * statements for the books before that day.
 */
const STATEMENTS_FOR_A_LOSS = 3;
const LONGEST_MS = 10 * 60 * 1000;

export interface SoughtEntry {
  readonly own: OwnEntry;
  /**
   * The channel's line of the compared day, which does not show the entry's outcome. Null if the books of the day do not have
   * the entry.
   */
  readonly line: NamedLine | null;
}

/** A part of the channel's books that could contain an entry but was not read. */
export interface Gap {
  /**
   * `unavailable`: the channel did not provide these books. `limit`: the search reached its limit. A later search would reach
   * the limit at the same place, so it would not help.
   */
  readonly kind: 'unavailable' | 'limit';
  readonly detail: string;
}

interface Unread extends TimeSpan {
  readonly kind: Gap['kind'];
  readonly reason: string;
}

/**
 * Searches a channel's books of other days for payments, refunds and disputes whose outcome is unknown: neither the books of
 * the compared day nor the channel's answers have shown it. Each statement is searched for all these entries at once. The
 * search skips a period that can contain none of them.
 *
 * - If the books of the compared day do not have an entry, the search covers the time from the day on which the entry began to
 *   the day after the compared day. Later books have the entry only if its money moved again or if it is a lost dispute, so the
 *   search reads them last.
 * - If the books of the compared day have an unfinished line about an entry, the search covers the time from that line to now.
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
   * The channel's books are read up to this time. At first it is the end of the compared day, then the end of the next day,
   * then the end of the latest books that were read.
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
    await this.#readLaterBooks((own) => this.lineOf(own) !== undefined);
    if (!isNearRead) return;
    // Look for lost disputes in later books before reading the earlier books. A channel often books a loss a few days after the
    // gateway learned of it. The earlier books could use up all statements that the search may read.
    await this.#readLaterBooks(({ dispute }) => dispute !== null, STATEMENTS_FOR_A_LOSS);
    const notFound = this.#entries.flatMap(({ own }) => (this.#found.lineOf(own) ? [] : own));
    for (const period of earlierPeriods(this.#near, notFound)) await this.#read(period);
    await this.#readLaterBooks(() => true);
  }

  /** Returns the channel's latest line about an entry; undefined if none was found. */
  lineOf(own: OwnEntry): NamedLine | undefined {
    return this.#found.lineOf(own);
  }

  /** Returns, in words, the days that the search covers for an entry that the channel's books do not have. */
  daysOf(own: OwnEntry): string {
    return daysIn({ from: this.#searchedFrom(own), before: this.#near.before });
  }

  /** Returns the part of the channel's books that could contain an entry but was not read; null if all of it was read. */
  gapOf(own: OwnEntry): Gap | null {
    const wanted = this.#unread.filter((period) => this.#isWanted(own, period));
    const likely = wanted.filter(({ from }) => this.lineOf(own) !== undefined || from < this.#near.before);
    // The books long after the compared day can show an entry only if its money moved again or if it is a lost dispute. The
    // channel never has the latest books yet. So if only such later books are unavailable, do not report them as unread.
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
   * Reads the channel's books of a period, unless they can contain none of the entries that are searched for. Returns whether
   * nothing of the period is left to read.
   */
  async #read(period: TimeSpan): Promise<boolean> {
    if (!this.#entries.some(({ own }) => this.#isWanted(own, period))) return true;
    const fault = await this.#request(period);
    if (fault !== null) this.#unread.push({ ...period, ...fault });
    return fault === null;
  }

  /**
   * Reads the channel's books of the days after the compared day. If the channel does not have the books of a whole period yet,
   * tries shorter periods, because the channel may already have the books of the first days.
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
