import { createHash, timingSafeEqual } from 'node:crypto';
import type { NotificationRequestItem } from '@adyen/api-library/lib/src/typings/notification/notificationRequestItem.js';
import type { RawCallback } from '../../../../ports/payment-channel.ts';
import { newHmacValidator } from './adyen-package.ts';

/** What Adyen's standard webhook says of one event. The first eight members are signed, the others are not. */
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
  readonly additionalData: Readonly<Record<string, string | undefined>>;
}

export type BatchReading =
  | {
      readonly kind: 'verified';
      readonly isLive: boolean;
      readonly events: readonly AdyenEvent[];
      /** What came beside them without any signature: it may be anybody's, and nothing may be made of it. */
      readonly unsigned: readonly AdyenEvent[];
    }
  | { readonly kind: 'forged'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface NotificationKeys {
  /** In hexadecimal; each verifies. */
  readonly hmacKeys: readonly string[];
  /** `name:password` of basic authentication; null where none is asked for. */
  readonly login: string | null;
}

const validator = newHmacValidator();

/** Reads a batch; one event with a signature that does not verify spoils it ("Verify HMAC signatures"). */
export function readBatch({ headers, body }: RawCallback, keys: NotificationKeys): BatchReading {
  const { login } = keys;
  if (login !== null && !isSame(String(headers.authorization ?? ''), authorizationOf(login))) {
    return { kind: 'forged', reason: 'the user name or the password is wrong' };
  }
  const batch = parse(body);
  const items = isObject(batch) ? batch.notificationItems : undefined;
  if (!isObject(batch) || !Array.isArray(items) || items.length === 0) {
    return { kind: 'unreadable', reason: 'it is no batch of notifications' };
  }
  const events: AdyenEvent[] = [];
  const unsigned: AdyenEvent[] = [];
  for (const entry of items as readonly unknown[]) {
    const item = isObject(entry) ? entry.NotificationRequestItem : undefined;
    if (!isNotification(item)) return { kind: 'unreadable', reason: 'it holds what is no notification' };
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
 * The fields are signed as one text with colons between them. A colon within a field would let another split of the
 * same text pass, so what has one is not taken; Adyen's own references, accounts and codes never have.
 */
function verifies(item: NotificationRequestItem, hmacKeys: readonly string[]): boolean {
  const signature = item.additionalData?.hmacSignature ?? '';
  const { pspReference, originalReference = '', merchantAccountCode, eventCode, amount } = item;
  if (
    [pspReference, originalReference, merchantAccountCode, eventCode, amount.currency].join('').includes(':')
  ) {
    return false;
  }
  // Base64 can be written in several ways that decode alike; Adyen writes it in one.
  if (Buffer.from(signature, 'base64').toString('base64') !== signature || signature === '') return false;
  // All are tried, so that the time does not tell which it was.
  return hmacKeys.map((key) => validator.validateHMAC(item, key)).includes(true);
}

function isNotification(item: unknown): item is NotificationRequestItem {
  if (!isObject(item)) return false;
  const { amount, additionalData, success, originalReference, merchantReference } = item;
  return (
    [item.pspReference, item.merchantAccountCode, item.eventCode].every(
      (text) => typeof text === 'string' && text !== '',
    ) &&
    // A missing one is signed as an empty text, however it is left out.
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
    additionalData: Object.fromEntries(
      Object.entries(item.additionalData ?? {}).map(([name, value]) => [name, text(value)]),
    ),
  };
}

function authorizationOf(login: string): string {
  return `Basic ${Buffer.from(login).toString('base64')}`;
}

/** Texts of any length, in a time that tells nothing of them. */
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
