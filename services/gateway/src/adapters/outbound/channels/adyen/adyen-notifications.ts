import { createHash, timingSafeEqual } from 'node:crypto';
import type { NotificationRequestItem } from '@adyen/api-library/lib/src/typings/notification/notificationRequestItem.js';
import type { RawCallback } from '../../../../ports/payment-channel.ts';
import { newHmacValidator } from './adyen-package.ts';

/** One event of Adyen's standard webhook. The first eight members are signed, the others are not. */
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
      /**
       * Events that came without a signature. Anybody could have written them, so the gateway must not rely on
       * them.
       */
      readonly unsigned: readonly AdyenEvent[];
    }
  | { readonly kind: 'forged'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface NotificationKeys {
  /** In hexadecimal. A signature of any of these keys is valid. */
  readonly hmacKeys: readonly string[];
  /** `name:password` of basic authentication; null if none is required. */
  readonly login: string | null;
}

const validator = newHmacValidator();

/**
 * Reads a batch. If one event has a wrong signature, the whole batch counts as forged ("Verify HMAC signatures").
 */
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
 * The signature covers the fields joined by colons. A colon within a field would make another split of the same
 * string valid, so such an event is refused. Adyen's own references, accounts and codes never contain a colon.
 */
function verifies(item: NotificationRequestItem, hmacKeys: readonly string[]): boolean {
  const signature = item.additionalData?.hmacSignature ?? '';
  const { pspReference, originalReference = '', merchantAccountCode, eventCode, amount } = item;
  if (
    [pspReference, originalReference, merchantAccountCode, eventCode, amount.currency].join('').includes(':')
  ) {
    return false;
  }
  // Several Base64 strings decode to the same bytes, but Adyen writes only the canonical one.
  if (Buffer.from(signature, 'base64').toString('base64') !== signature || signature === '') return false;
  // Every key is tried, so that the time does not reveal which key matched.
  return hmacKeys.map((key) => validator.validateHMAC(item, key)).includes(true);
}

function isNotification(item: unknown): item is NotificationRequestItem {
  if (!isObject(item)) return false;
  const { amount, additionalData, success, originalReference, merchantReference } = item;
  return (
    [item.pspReference, item.merchantAccountCode, item.eventCode].every(
      (text) => typeof text === 'string' && text !== '',
    ) &&
    // A missing reference is signed as an empty string, whether the member is absent or null.
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

/** Compares strings of any length, in a time that reveals nothing about them. */
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
