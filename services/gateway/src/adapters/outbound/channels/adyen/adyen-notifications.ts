import { createHash, timingSafeEqual } from 'node:crypto';
import type { NotificationRequestItem } from '@adyen/api-library/lib/src/typings/notification/notificationRequestItem.js';
import type { RawCallback } from '../../../../ports/channel-callback.ts';
import { newHmacValidator } from './adyen-package.ts';

/** One event of Adyen's standard webhook. Adyen signs the first eight members and leaves the others unsigned. */
export interface AdyenEvent {
  readonly pspReference: string;
  readonly originalReference: string;
  readonly merchantAccountCode: string;
  readonly merchantReference: string;
  readonly amount: { readonly value: number; readonly currency: string };
  readonly eventCode: string;
  readonly success: boolean;
  readonly paymentMethod: string;
  readonly reason: string;
  readonly eventDate: string;
  readonly additionalData: Readonly<Record<string, string | undefined>>;
}

export type BatchReading =
  | {
      readonly kind: 'verified';
      readonly isLive: boolean;
      readonly events: readonly AdyenEvent[];
      /** Events without a signature. Anybody could have written them, so the gateway must not rely on them. */
      readonly unsigned: readonly AdyenEvent[];
    }
  | { readonly kind: 'forged'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface NotificationKeys {
  /** The keys that sign Adyen's notifications, in hexadecimal. A signature by any of these keys is valid. */
  readonly hmacKeys: readonly string[];
  /** The user name and password for basic authentication, as `name:password`. Null if none is required. */
  readonly login: string | null;
}

const validator = newHmacValidator();

/**
 * Reads a batch of events. If the signature of one event is wrong, the whole batch is treated as forged ("Verify HMAC
 * signatures" in Adyen's documentation).
 */
export function readBatch({ headers, body }: RawCallback, keys: NotificationKeys): BatchReading {
  const { login } = keys;
  if (login !== null && !isSame(String(headers.authorization ?? ''), authorizationOf(login))) {
    return { kind: 'forged', reason: 'the user name or the password is wrong' };
  }
  const batch = parse(body);
  const items = isObject(batch) ? batch.notificationItems : undefined;
  if (!isObject(batch) || !Array.isArray(items) || items.length === 0) {
    return { kind: 'unreadable', reason: reasonNotToTake(batch) };
  }
  const events: AdyenEvent[] = [];
  const unsigned: AdyenEvent[] = [];
  for (const entry of items as readonly unknown[]) {
    const item = isObject(entry) ? entry.NotificationRequestItem : undefined;
    if (!isNotification(item))
      return { kind: 'unreadable', reason: 'it contains something that is not a notification' };
    if (item.additionalData?.hmacSignature === undefined) {
      unsigned.push(eventOf(item));
    } else if (verifies(item, keys.hmacKeys)) {
      events.push(eventOf(item));
    } else {
      return { kind: 'forged', reason: 'the HMAC signature of a notification does not verify' };
    }
  }
  return { kind: 'verified', isLive: String(batch.live) === 'true', events, unsigned };
}

/**
 * Returns why the gateway does not accept the body. Adyen's other webhooks, such as those of stored cards or of its platforms,
 * have a `type` and no notifications.
 */
function reasonNotToTake(body: unknown): string {
  const type = isObject(body) && typeof body.type === 'string' ? body.type.slice(0, 64) : undefined;
  return type === undefined
    ? 'it is not a batch of notifications'
    : `it is ${type} of another of Adyen’s webhooks: only the Standard webhook belongs to this address`;
}

/**
 * Verifies the signature of an event, which covers the event's fields joined by colons. A field that contains a colon is
 * refused, because the same signed text could also be split into other fields. Adyen's own references, accounts and codes never
 * contain a colon.
 */
function verifies(item: NotificationRequestItem, hmacKeys: readonly string[]): boolean {
  const signature = item.additionalData?.hmacSignature ?? '';
  const { pspReference, originalReference = '', merchantAccountCode, eventCode, amount } = item;
  if (
    [pspReference, originalReference, merchantAccountCode, eventCode, amount.currency].join('').includes(':')
  ) {
    return false;
  }
  // Several Base64 strings can decode to the same bytes. Only the canonical string is accepted, because Adyen writes no
  // other.
  if (Buffer.from(signature, 'base64').toString('base64') !== signature || signature === '') return false;
  // Compare with every key, even after a match. So the time taken does not reveal which key matched.
  return hmacKeys.map((key) => validator.validateHMAC(item, key)).includes(true);
}

function isNotification(item: unknown): item is NotificationRequestItem {
  if (!isObject(item)) return false;
  const { amount, additionalData, success, originalReference, merchantReference } = item;
  return (
    [item.pspReference, item.merchantAccountCode, item.eventCode].every(
      (text) => typeof text === 'string' && text !== '',
    ) &&
    // A reference may be absent or null. It is then read as an empty string, because Adyen signs a missing reference as an
    // empty string.
    [originalReference, merchantReference].every((text) => text == null || typeof text === 'string') &&
    (success === 'true' || success === 'false') &&
    isObject(amount) &&
    Number.isSafeInteger(amount.value) &&
    typeof amount.currency === 'string' &&
    (additionalData === undefined || isObject(additionalData)) &&
    ['string', 'undefined'].includes(
      typeof (additionalData as Record<string, unknown> | undefined)?.hmacSignature,
    )
  );
}

function eventOf(item: NotificationRequestItem): AdyenEvent {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    pspReference: item.pspReference,
    originalReference: text(item.originalReference),
    merchantAccountCode: item.merchantAccountCode,
    merchantReference: text(item.merchantReference),
    amount: { value: item.amount.value ?? 0, currency: item.amount.currency ?? '' },
    eventCode: item.eventCode,
    success: String(item.success) === 'true',
    paymentMethod: text(item.paymentMethod),
    reason: text(item.reason).slice(0, 256),
    eventDate: text(item.eventDate).slice(0, 40),
    additionalData: Object.fromEntries(
      Object.entries(item.additionalData ?? {}).map(([name, value]) => [name, text(value)]),
    ),
  };
}

function authorizationOf(login: string): string {
  return `Basic ${Buffer.from(login).toString('base64')}`;
}

/** Compares two strings. The time taken reveals nothing about their content. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
