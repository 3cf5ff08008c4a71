/** One JSON document, as `--json` prints it. */
export function jsonText(value: unknown): string {
  return `${harmless(JSON.stringify(value, null, 2))}\n`;
}

/** The same on one line, where each line is a document. */
export function jsonLine(value: unknown): string {
  return `${harmless(JSON.stringify(value))}\n`;
}

/**
 * JSON escapes the control characters of ASCII and no others, but terminals obey those beyond it as well, and ones
 * that turn the direction of writing show a text as what it is not. Escaped it is the same document.
 */
function harmless(json: string): string {
  return json.replaceAll(
    /[\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
