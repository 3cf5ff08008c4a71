import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Validation } from '@kassa/contracts';
import type { CallbackReading, ChannelNotification, RawCallback } from '../../../../ports/payment-channel.ts';

/**
 * Verifies a callback of the sandbox processor and reads it.
 *
 * @param read validates the message's form
 *
 * @param notificationOf returns the meaning of the message
 */
export function readProcessorCallback<Message extends { readonly id: string }>(
  { headers, body, receivedAt }: RawCallback,
  secret: string,
  read: (message: unknown) => Validation<Message>,
  notificationOf: (message: Message) => ChannelNotification,
): CallbackReading {
  const header = headers['sandbox-signature'];
  const signature = typeof header === 'string' ? header : undefined;
  const reason = refuseCallbackSignature(signature, body, secret, receivedAt);
  if (reason !== undefined) return { kind: 'forged', reason };
  const reading = read(parseJson(body));
  if (reading.kind === 'invalid') return { kind: 'unreadable', reason: 'it is not one of its messages' };
  const message = reading.value;
  return {
    kind: 'genuine',
    callbacks: [{ callbackId: message.id, notification: notificationOf(message) }],
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** How far a callback's timestamp may be from the present, in either direction. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies the sandbox processor's `Sandbox-Signature: t=<Unix seconds>,v1=<hex>` header: HMAC-SHA256 over
 * `<t>.<raw body>`. Returns the reason for a refusal, or undefined for a genuine callback.
 */
function refuseCallbackSignature(
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
