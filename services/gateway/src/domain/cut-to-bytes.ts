const ELLIPSIS = '…';

/** Cuts a string to a number of bytes (UTF-8) and ends it with an ellipsis. A string that is short enough stays unchanged. */
export function cutToBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  const kept = bytes.subarray(0, most - Buffer.byteLength(ELLIPSIS)).toString();
  // The cut can split a character that has several bytes. Its remaining bytes are decoded as U+FFFD, which is removed here.
  return kept.replace(/\uFFFD+$/, '') + ELLIPSIS;
}
