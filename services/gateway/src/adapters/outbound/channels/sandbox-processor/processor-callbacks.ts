import type { Validation } from '@kassa/contracts';
import type { CallbackReading, ChannelNotification, RawCallback } from '../../../../ports/payment-channel.ts';
import { refuseCallbackSignature } from './callback-signature.ts';

/**
 * Verifies a callback of the sandbox processor and reads it.
 *
 * @param read judges the message's form
 * @param notificationOf what the message means
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
