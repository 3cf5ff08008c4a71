import type { OwnEntry } from './own-entry.ts';
import { isAnotherMovement, lineKey, ownKey, withTry } from './same-entry.ts';
import type { NamedLine, StatementLine } from './statement-line.ts';

/**
 * Entries of the gateway that are searched for in a channel's books of many days. To save memory, only the lines about these
 * entries are kept.
 */
export class SoughtEntries {
  /**
   * For each entry, the channel's lines about it by the channel's reference. Of several lines with one reference, only the
   * latest is kept.
   */
  readonly #lines = new Map<string, Map<string, NamedLine>>();

  constructor(entries: readonly { readonly own: OwnEntry; readonly line: NamedLine | null }[]) {
    for (const { own } of entries) this.#lines.set(ownKey(own), new Map());
    this.take(entries.flatMap(({ line }) => line ?? []));
  }

  /**
   * Adds lines of the channel's books of any days, in any sequence. If two lines have the same reference of the channel, the
   * later line is kept.
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
