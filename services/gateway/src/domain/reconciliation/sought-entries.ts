import type { OwnEntry } from './own-entry.ts';
import { isAnotherMovement, lineKey, ownKey, withTry } from './same-entry.ts';
import type { NamedLine, StatementLine } from './statement-line.ts';

/**
 * Entries of the gateway that are searched for in a channel's books of many days. To save memory, only the lines about these
 * entries are kept.
 */
export class SoughtEntries {
  /**
   * The lines of the channel's books about each entry that is searched for. The outer key identifies the entry. The inner key
   * is the channel's reference in the line; for each reference, only the latest line is kept.
   */
  readonly #lines = new Map<string, Map<string, NamedLine>>();

  constructor(entries: readonly { readonly own: OwnEntry; readonly line: NamedLine | null }[]) {
    for (const { own } of entries) this.#lines.set(ownKey(own), new Map());
    this.take(entries.flatMap(({ line }) => line ?? []));
  }

  /**
   * Adds lines of the channel's books. The lines can be of any days and in any sequence. If two lines have the same reference
   * of the channel, the later one is kept.
   */
  take(lines: readonly StatementLine[]): void {
    for (const line of lines) {
      if (line.reference === null) continue;
      const known = this.#lines.get(lineKey(line));
      const latest = known?.get(line.channelReference);
      if (latest === undefined || latest.at <= line.at) known?.set(line.channelReference, line);
    }
  }

  lineOf(own: OwnEntry): NamedLine | undefined {
    const lines = this.#lines.get(ownKey(own)) ?? new Map<string, NamedLine>();
    return [...lines.values()]
      .filter((line) => !isAnotherMovement(own, line))
      .reduce(withTry, [] as readonly NamedLine[])[0];
  }
}
