import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Validation } from '@kassa/contracts';
import type {
  CallbackReading,
  ChannelNotification,
  RawCallback,
} from '../../../../ports/channel-callback.ts';

/**
 * Verifies the signature of a callback from the sandbox processor, and reads the callback.
 *
 * @param read validates the format of the message
 * @param notificationOf returns what the message means for the gateway
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
  if (reading.kind === 'invalid')
    return { kind: 'unreadable', reason: 'the body is not a message of the sandbox processor' };
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

/** How many seconds the timestamp of a callback may differ from the present, into the past or the future. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies the sandbox processor's header `Sandbox-Signature: t=<Unix seconds>,v1=<hex>`, an HMAC-SHA256 over `<t>.<raw
 * body>`. Returns undefined if the callback is genuine, otherwise the reason for refusing it.
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
