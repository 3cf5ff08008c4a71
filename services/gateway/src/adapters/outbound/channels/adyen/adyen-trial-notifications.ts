import type { ChannelNotification, RawCallback } from '../../../../ports/channel-callback.ts';
import { type TrialAccess, until } from '../trial/trial-task.ts';
import type { AdyenChannel } from './adyen-channel.ts';
import type { AdyenCredentials } from './adyen-credentials.ts';
import { newHmacValidator } from './adyen-package.ts';

/** Adyen delivers most webhooks within seconds. A simulated chargeback takes some minutes. */
const patience = { tries: 120, pauseMs: 5_000 };

interface Batch {
  readonly live?: unknown;
  readonly notificationItems: readonly {
    readonly NotificationRequestItem: Readonly<Record<string, unknown>> & {
      readonly additionalData?: Readonly<Record<string, unknown>>;
    };
  }[];
}

/** The notifications that Adyen's webhook delivers to a trial. Only those with a valid signature are used. */
export class TrialNotifications {
  readonly #access: TrialAccess<AdyenCredentials>;
  readonly #channel: AdyenChannel;
  readonly #notifications: ChannelNotification[] = [];
  #read = 0;
  /** Why the latest webhook was rejected; undefined if all were accepted. */
  #refusal: string | undefined;

  constructor(access: TrialAccess<AdyenCredentials>, channel: AdyenChannel) {
    this.#access = access;
    this.#channel = channel;
  }

  /**
   * Waits for a notification for which `textOf` returns a text, and returns this text. For every other notification, `textOf`
   * returns undefined.
   */
  received(textOf: (notification: ChannelNotification) => string | undefined): Promise<string> {
    return until(this.#access, patience, async () => {
      await this.#readNew();
      for (const notification of this.#notifications) {
        const text = textOf(notification);
        if (text !== undefined) return { isOver: true, text };
      }
      return { isOver: false, text: `no webhook${this.#refusal ? ` (${this.#refusal})` : ''}` };
    });
  }

  async #readNew(): Promise<void> {
    const received = this.#access.webhooks() ?? [];
    for (; this.#read < received.length; this.#read += 1) {
      const webhook = received[this.#read];
      if (webhook === undefined) return;
      const reading = await this.#channel.readCallback(webhook);
      if (reading.kind !== 'genuine') {
        this.#refusal = 'reason' in reading ? reading.reason : reading.kind;
        continue;
      }
      const text = webhook.body.toString();
      // The account's webhook also reports other payments, which the trial ignores.
      if (!text.includes(this.#access.trialId)) continue;
      const notifications = reading.callbacks.map(({ notification }) => notification);
      this.#access.note({ event: JSON.parse(text), notification: notifications });
      this.#notifications.push(...notifications);
    }
  }
}

/** Signs a recorded batch of notifications again, for a replay. */
export function signedForReplay(event: unknown, { hmacKey }: AdyenCredentials): RawCallback {
  const validator = newHmacValidator();
  const { live, notificationItems } = event as Batch;
  const signed = notificationItems.map(({ NotificationRequestItem: item }) => {
    const hmacSignature = validator.calculateHmac(item as never, hmacKey);
    return {
      NotificationRequestItem: { ...item, additionalData: { ...item.additionalData, hmacSignature } },
    };
  });
  const body = Buffer.from(JSON.stringify({ live, notificationItems: signed }));
  return { headers: {}, body, receivedAt: new Date() };
}
