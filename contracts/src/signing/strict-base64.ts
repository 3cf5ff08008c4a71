/**
 * Decodes standard Base64 with padding (RFC 4648, section 4); undefined if the string is anything else. Missing padding, white
 * space, the URL alphabet and stray bits are refused, so that the same bytes have exactly one encoding.
 */
export function decodeStrictBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
