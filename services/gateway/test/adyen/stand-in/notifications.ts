import { newHmacValidator } from '../../../src/adapters/outbound/channels/adyen/adyen-package.ts';
import type { RawCallback } from '../../../src/ports/channel-callback.ts';
import type { References } from './references.ts';

/** An item of a notification: `NotificationRequestItem` in `json/Webhooks-v1.json`. */
export interface Item {
  readonly amount: { readonly value: number; readonly currency: string };
  readonly eventCode: string;
  readonly eventDate: string;
  readonly merchantAccountCode: string;
  readonly merchantReference: string;
  readonly originalReference?: string;
  readonly paymentMethod: string;
  readonly pspReference: string;
  readonly reason: string;
  readonly success: 'true' | 'false';
  readonly additionalData?: Readonly<Record<string, string>>;
}

const signer = newHmacValidator();

/** The notifications of an account's standard webhook. */
export class StandInNotifications {
  readonly items: Item[] = [];
  /**
   * The codes of events that are sent without a signature. Accounts have seen REPORT_AVAILABLE with and without one; its example
   * in `json/Webhooks-v1.json` has one.
   */
  unsigned: readonly string[] = ['REPORT_AVAILABLE'];
  readonly #merchantAccount: string;
  readonly #references: References;

  constructor(merchantAccount: string, references: References) {
    this.#merchantAccount = merchantAccount;
    this.#references = references;
  }

  /** Notes that something has happened. The given members replace the usual ones. */
  add(eventCode: string, merchantReference: string, said: Partial<Item>): Item {
    const item: Item = {
      amount: { value: 1_999, currency: 'EUR' },
      eventCode,
      eventDate: '2026-11-21T10:00:00+01:00',
      merchantAccountCode: this.#merchantAccount,
      merchantReference,
      paymentMethod: 'visa',
      pspReference: this.#references.next(),
      reason: '',
      success: 'true',
      ...said,
    };
    this.items.push(item);
    return item;
  }

  /** Returns items as one batch, each signed by Adyen's own package ("Verify HMAC signatures"). */
  signedWith(key: string, items: readonly Item[]): RawCallback {
    const notificationItems = items.map((item) => {
      if (this.unsigned.includes(item.eventCode)) return { NotificationRequestItem: item };
      const hmacSignature = signer.calculateHmac(item as never, key);
      return {
        NotificationRequestItem: { ...item, additionalData: { ...item.additionalData, hmacSignature } },
      };
    });
    return rawCallback(JSON.stringify({ live: 'false', notificationItems }));
  }
}

export function rawCallback(text: string): RawCallback {
  return { headers: {}, body: Buffer.from(text), receivedAt: new Date() };
}
