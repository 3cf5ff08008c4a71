import {
  hasWebhookSignature,
  signWebhook,
  WEBHOOK_TOLERANCE_SECONDS,
  webhookHeaders,
} from '@kassa/contracts';
import { spokenAge } from '../output/spoken-age.ts';
import { type Finding, fails, holds } from './finding.ts';
import type { GivenHeaders } from './given-headers.ts';

export interface GivenWebhook {
  readonly body: Uint8Array;
  readonly headers: GivenHeaders;
  readonly secret: string;
  /** When the webhook arrived, in Unix milliseconds. */
  readonly atMs: number;
}

export interface WebhookVerification {
  readonly isValid: boolean;
  readonly findings: readonly Finding[];
  /** The signature that the headers should contain; null if the ID or the time is missing. */
  readonly expected: string | null;
}

/**
 * Verifies a webhook, and says which check failed.
 *
 * @throws {TypeError} when the secret is malformed
 */
export function verifyWebhook({ body, headers, secret, atMs }: GivenWebhook): WebhookVerification {
  const id = headers.get(webhookHeaders.id) ?? '';
  const timestamp = headers.get(webhookHeaders.timestamp) ?? '';
  const signature = headers.get(webhookHeaders.signature) ?? '';
  const isTime = /^[0-9]{1,12}$/.test(timestamp);
  const findings = [
    id === '' ? missing(webhookHeaders.id) : holds(webhookHeaders.id, id),
    judgeTime(timestamp, isTime, atMs),
  ];
  if (signature === '') findings.push(missing(webhookHeaders.signature));
  else if (id !== '' && isTime) findings.push(judgeSignature({ id, timestamp }, body, signature, secret));
  const expected =
    id !== '' && isTime
      ? signWebhook(id, Number(timestamp), Buffer.from(body).toString('utf8'), [secret])
      : null;
  findings.push(judgeBody(body));
  return { isValid: findings.every((finding) => finding.holds), findings, expected };
}

function missing(name: string): Finding {
  return fails(
    name,
    'is missing',
    'Every webhook from Kassa has this header. Pass on all headers of the request unchanged.',
  );
}

function judgeTime(timestamp: string, isTime: boolean, atMs: number): Finding {
  const name = webhookHeaders.timestamp;
  if (timestamp === '') return missing(name);
  if (!isTime)
    return fails(name, `"${timestamp}" is not a time in Unix seconds`, 'Pass the header on unchanged.');
  const offMs = Number(timestamp) * 1000 - atMs;
  if (Math.abs(offMs) < (WEBHOOK_TOLERANCE_SECONDS + 1) * 1000) {
    return holds(name, `${timestamp}, ${spokenAge(offMs)}`);
  }
  return fails(
    name,
    `${timestamp} is ${spokenAge(offMs)}; five minutes are allowed`,
    'Check the receiver’s clock. If the webhook arrived earlier, give the time of its arrival with --at.',
  );
}

function judgeSignature(
  head: { readonly id: string; readonly timestamp: string },
  body: Uint8Array,
  signature: string,
  secret: string,
): Finding {
  const name = webhookHeaders.signature;
  const isSigned = (bytes: Uint8Array | string) =>
    hasWebhookSignature({ ...head, body: bytes }, signature, [secret]);
  if (isSigned(body)) return holds(name, 'The signature is valid for this secret.');
  const text = Buffer.from(body).toString('utf8');
  if (isSigned(text.replace(/\r?\n$/, ''))) {
    return fails(
      name,
      'The signature is not valid. The body ends with a line break that was not sent.',
      'Keep the bytes as received; text editors and the command echo add a line break.',
    );
  }
  const rewritten = writeAnew(text);
  if (rewritten !== undefined && isSigned(rewritten)) {
    return fails(
      name,
      'The signature is not valid. The body was parsed and serialised again.',
      'Verify the raw bytes, before any JSON middleware reads them.',
    );
  }
  return fails(
    name,
    'The signature is not valid for this secret.',
    'Check that the secret belongs to this webhook address (a rotation changes the secret), and that the body is byte for byte as received.',
  );
}

function writeAnew(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function judgeBody(body: Uint8Array): Finding {
  const text = writeAnew(Buffer.from(body).toString('utf8'));
  const event = text === undefined ? undefined : (JSON.parse(text) as { event_type?: unknown } | null);
  return typeof event?.event_type === 'string'
    ? holds('Body', event.event_type)
    : fails('Body', 'is not an event; expected JSON with event_type', 'Pass the body of the webhook.');
}
