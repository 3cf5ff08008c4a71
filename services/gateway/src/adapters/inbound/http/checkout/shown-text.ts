/**
 * Removes characters such as U+202E, which change the direction of the text after them. A name with such characters could
 * change how the words and the amount next to it are read. The marks U+200E, U+200F and U+061C stay. Texts with two writing
 * directions need them, and they affect the surrounding text no more than a letter does.
 */
export function shownText(text: string): string {
  return text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '');
}
