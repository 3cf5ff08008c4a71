const ELLIPSIS = '…';

/** The beginning of a text that is longer than so many bytes (UTF-8), with an ellipsis; a shorter text stays as it is. */
export function cutToBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  const kept = bytes.subarray(0, most - Buffer.byteLength(ELLIPSIS)).toString();
  // The cut can go through a character.
  return kept.replace(/\uFFFD+$/, '') + ELLIPSIS;
}
