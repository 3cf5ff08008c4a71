import type { OwnEntry } from './own-entry.ts';
import { isAnotherMovement, lineKey, ownKey, withTry } from './same-entry.ts';
import type { NamedLine, StatementLine } from './statement-line.ts';

/**
 * Searches a channel's books for many days for given entries of the gateway's books. To save memory, it keeps only the lines
 * about these entries.
 */
export class SoughtEntries {
  /**
   * The lines found in the channel's books. The outer key is the entry that a line is about; the inner key is the channel's
   * reference in the line. If several lines about an entry have the same reference, only the latest is kept.
   */
  readonly #lines = new Map<string, Map<string, NamedLine>>();

  constructor(entries: readonly { readonly own: OwnEntry; readonly line: NamedLine | null }[]) {
    for (const { own } of entries) this.#lines.set(ownKey(own), new Map());
    this.take(entries.flatMap(({ line }) => line ?? []));
  }

  /**
   * Searches these lines of the channel's books, and keeps those about the sought entries. The lines can come from any days and
   * in any order. If several lines about one entry have the same channel reference, only the latest is kept.
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
