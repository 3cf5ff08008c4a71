/**
 * Removes the characters that reorder or isolate the text after them, such as U+202E. With them, a name could make the words
 * and the amount beside it read differently. The marks U+200E, U+200F and U+061C stay: texts of two writing directions need
 * them, and they do no more than a letter does.
 */
export function shownText(text: string): string {
  return text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '');
}
