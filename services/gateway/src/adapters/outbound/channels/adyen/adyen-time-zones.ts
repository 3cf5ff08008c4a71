/** Reads the times in Adyen's reports, which are local times of the account's time zone. */

/**
 * The IANA time zones of the abbreviations in Adyen's reports. A report may use the abbreviation of standard time even in
 * summer (a published report has `PST` in September), or the abbreviation of summer time in another season (another published
 * report has `PDT` in October). Both stand for the local time of the place. An abbreviation that stands for several places is
 * not listed; the account then needs its time zone as a setting.
 */
const zoneByAbbreviation: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  GMT: 'UTC',
  BST: 'Europe/London',
  WET: 'Europe/Lisbon',
  WEST: 'Europe/Lisbon',
  CET: 'Europe/Amsterdam',
  CEST: 'Europe/Amsterdam',
  EET: 'Europe/Helsinki',
  EEST: 'Europe/Helsinki',
  BRT: 'America/Sao_Paulo',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  MST: 'America/Phoenix',
  MDT: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  SGT: 'Asia/Singapore',
  HKT: 'Asia/Hong_Kong',
  JST: 'Asia/Tokyo',
  AEST: 'Australia/Brisbane',
  AEDT: 'Australia/Sydney',
  NZST: 'Pacific/Auckland',
  NZDT: 'Pacific/Auckland',
};

/**
 * Abbreviations of summer time. When clocks are put back in autumn, one hour occurs twice. With such an abbreviation, a time in
 * this hour means the first occurrence.
 */
const summerTimes = new Set(['BST', 'WEST', 'CEST', 'EEST', 'EDT', 'MDT', 'PDT', 'AEDT', 'NZDT']);

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A report's times, in the time zone of the account. */
export class ReportClock {
  readonly #zone: string | null;
  readonly #offsets = new Map<string, OffsetsOfZone>();

  /** @param zone the account's IANA time zone; null to take the zone from each report's abbreviation */
  constructor(zone: string | null) {
    this.#zone = zone;
  }

  /**
   * Converts a local time of a report. Returns undefined if the text is not a time, or if the abbreviation could stand for
   * several time zones and the account's time zone is not set.
   */
  momentOf(text: string, abbreviation: string): Date | undefined {
    const [, date, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/.exec(text) ?? [];
    const known = Object.hasOwn(zoneByAbbreviation, abbreviation)
      ? zoneByAbbreviation[abbreviation]
      : undefined;
    const zone = this.#zone ?? known;
    if (date === undefined || zone === undefined) return undefined;
    const local = Date.parse(`${date}T${time}Z`);
    if (Number.isNaN(local)) return undefined;
    return new Date(this.#of(zone).toUtc(local, summerTimes.has(abbreviation)));
  }

  /** The local date at the given time, as `yyyy-mm-dd`. Undefined if the account's time zone is not set. */
  dayAt(moment: Date): string | undefined {
    if (this.#zone === null) return undefined;
    const local = moment.getTime() + this.#of(this.#zone).at(moment.getTime());
    return new Date(local).toISOString().slice(0, 10);
  }

  #of(zone: string): OffsetsOfZone {
    const known = this.#offsets.get(zone) ?? new OffsetsOfZone(zone);
    this.#offsets.set(zone, known);
    return known;
  }
}

/** How far a time zone is ahead of UTC at the given time. */
class OffsetsOfZone {
  readonly #format: Intl.DateTimeFormat;
  /** Known offsets, by quarter of an hour. A report contains thousands of times, and clocks change only at full quarters. */
  readonly #known = new Map<number, number>();

  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
  }

  at(moment: number): number {
    const quarter = Math.floor(moment / (15 * MINUTE_MS));
    const known = this.#known.get(quarter);
    if (known !== undefined) return known;
    const start = quarter * 15 * MINUTE_MS;
    const offset = Date.parse(`${this.#format.format(start).replace(', ', 'T')}Z`) - start;
    this.#known.set(quarter, offset);
    return offset;
  }

  /**
   * @param isFirst which occurrence is meant if clocks are put back and this local time occurs twice: the first or the second
   */
  toUtc(local: number, isFirst: boolean): number {
    const offsets = [this.at(local - DAY_MS), this.at(local + DAY_MS)];
    const moments = offsets
      .map((offset) => local - offset)
      .filter((moment) => moment + this.at(moment) === local);
    // Clocks went forward and skipped this local time. Convert it with the offset from before the change.
    if (moments.length === 0) return local - (offsets[0] ?? 0);
    return isFirst ? Math.min(...moments) : Math.max(...moments);
  }
}
