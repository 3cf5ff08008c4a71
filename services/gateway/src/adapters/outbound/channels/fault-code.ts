/**
 * Returns the code of a fault on the way to a processor, such as ECONNREFUSED or CERT_HAS_EXPIRED; undefined if the error has
 * none. Unlike a message, a code never quotes the request, which can contain a card number.
 */
export function faultCodeOf(error: unknown): string | undefined {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    if ('code' in fault && typeof fault.code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(fault.code))
      return fault.code;
  }
  return undefined;
}
