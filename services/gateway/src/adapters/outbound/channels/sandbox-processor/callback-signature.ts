import { createHmac, timingSafeEqual } from 'node:crypto';

/** How old a callback's signature may be, in both directions. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies the sandbox processor's `Sandbox-Signature: t=<Unix seconds>,v1=<hex>` header: HMAC-SHA256 over
 * `<t>.<raw body>`. Answers why it is refused, or undefined when it is genuine.
 */
export function refuseCallbackSignature(
  header: string | undefined,
  body: Buffer,
  secret: string,
  now: Date,
): string | undefined {
  const match = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '');
  if (match === null) return 'the Sandbox-Signature header is missing or malformed';
  const [, timestamp = '', signature = ''] = match;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'the signature does not verify';
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  return ageSeconds <= TOLERANCE_SECONDS ? undefined : 'the signature is too old';
}
