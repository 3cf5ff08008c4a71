/** Formats data as the JSON document that a command prints with `--json`. */
export function jsonText(value: unknown): string {
  return `${harmless(JSON.stringify(value, null, 2))}\n`;
}

/** One JSON document per line. */
export function jsonLine(value: unknown): string {
  return `${harmless(JSON.stringify(value))}\n`;
}

/**
 * Escapes characters that could mislead a user who sees the JSON in a terminal: control characters beyond ASCII, which
 * terminals obey, and characters that change the writing direction. Parsers still read the same data.
 */
function harmless(json: string): string {
  return json.replaceAll(
    /[\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
