import { isCardNumber } from '@kassa/contracts';
import { cutToBytes } from '../../../../domain/cut-to-bytes.ts';

/** What replaces a card number in a text. */
const REMOVED = '[card number removed]';
/** Matches a sequence of digits, even with single separators between them, as in `4111 1111 1111 1111`. */
const DIGITS = /\p{Nd}(?:[\s.\p{Pd}]?\p{Nd})+/gu;
const SHORTEST_NUMBER = 12;
const LONGEST_NUMBER = 19;

/** Removes card numbers from a channel's text, then shortens the text. */
export function boundedText(text: string, maxBytes: number): string {
  return cutToBytes(text.replaceAll(DIGITS, withoutCardNumber), maxBytes);
}

/** Returns the last four digits of a string. It should contain only a card's last four digits, but some channels give more. */
export function lastFourOf(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[^0-9]/g, '')
    .slice(-4);
}

/** Replaces a sequence of digits if it contains a card number. Other numbers, such as a time or an ID, stay. */
function withoutCardNumber(row: string): string {
  const digits = row.normalize('NFKC').replaceAll(/[^0-9]/g, '');
  for (let start = 0; start + SHORTEST_NUMBER <= digits.length; start += 1) {
    for (
      let length = SHORTEST_NUMBER;
      length <= LONGEST_NUMBER && start + length <= digits.length;
      length += 1
    ) {
      if (isCardNumber(digits.slice(start, start + length))) return REMOVED;
    }
  }
  return row;
}
