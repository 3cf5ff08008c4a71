import type { Alerts } from '../../ports/alerts.ts';
import type { CallbackInbox, ReceivedCallback } from '../../ports/callback-inbox.ts';
import type { RawCallback } from '../../ports/channel-callback.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChannelCallbacks } from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import type { PaymentMeter } from '../../ports/payment-meter.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import type { WriteTime } from '../../ports/write-time.ts';
import type { BackgroundWork } from '../background-work.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { ApplyChannelNotification } from './apply-channel-notification.ts';
import { EarlierReportMissing } from './earlier-report-missing.ts';
import { LateReport } from './late-report.ts';

export interface ReceivedAnswer {
  readonly kind: 'received';
  /** Whether the callback proves that the channel sent it. Without this proof, the callback has no effect. */
  readonly isProven: boolean;
  /**
   * The exact text that the channel expects as the answer to its callback; null if any answer with a success status will do.
   */
  readonly acknowledgement: string | null;
}

interface Dependencies {
  readonly channels: ChannelLookup<ChannelCallbacks>;
  readonly inbox: CallbackInbox;
  readonly applyNotification: ApplyChannelNotification;
  readonly background: BackgroundWork;
  readonly alerts: Alerts;
  readonly meter: PaymentMeter;
  readonly clock: Clock;
}

/**
 * Receives a channel's callback: verifies it, stores it under the channel's own ID for the callback, answers, and then applies
 * it to its order once. If the process crashes in between, a recurring duty applies the stored callback.
 */
export class ReceiveCallback {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * @throws {TemporarilyUnavailable} if the channel could not be asked which payment the callback is about; the channel has to
   * send the callback again
   */
  async execute(channelId: string, raw: Omit<RawCallback, 'receivedAt'>): Promise<ReceivedAnswer | Refusal> {
    const channel = await this.#deps.channels.find(channelId);
    if (channel === undefined) return refuse('CHANNEL_NOT_FOUND', 'There is no such payment channel.');
    const reading = await channel.readCallback({ ...raw, receivedAt: this.#deps.clock.realNow() });
    this.#deps.meter.callbackRead(channel.channelId, reading.kind);
    switch (reading.kind) {
      case 'forged':
        return refuse('INVALID_SIGNATURE', `The callback's signature was refused: ${reading.reason}.`);
      case 'unreadable':
        return refuse('INVALID_REQUEST', `The callback cannot be read: ${reading.reason}.`);
      case 'not_understood': {
        const { reference, reason: detail } = reading;
        this.#deps.alerts.raise({
          kind: 'report_for_operator',
          channelId: channel.channelId,
          reference,
          detail,
        });
        return refuse('INVALID_REQUEST', `The callback cannot be read: ${detail}.`);
      }
      case 'unavailable':
        throw new TemporarilyUnavailable(
          `the payment of a callback could not be looked up: ${reading.detail}`,
        );
      case 'genuine':
        break;
    }
    for (const { callbackId, notification } of reading.callbacks) {
      await this.#take({
        callbackId,
        notification,
        channelId: channel.channelId,
        receivedAt: this.#deps.clock.realNow(),
      });
    }
    const { isUnproven = false, acknowledgement = null } = reading;
    return { kind: 'received', isProven: !isUnproven, acknowledgement };
  }

  /** Counts a callback that was too large to be read. Does nothing if no channel has this ID. */
  async tooLarge(channelId: string): Promise<void> {
    const channel = await this.#deps.channels.find(channelId);
    if (channel !== undefined) this.#deps.meter.callbackRead(channel.channelId, 'too_large');
  }

  async #take(callback: ReceivedCallback): Promise<void> {
    const kept = await this.#deps.inbox.keep(callback);
    if (kept === 'seen_applied') return;
    this.#deps.background.start('apply-callback', () => this.#applyNowOrLater(callback));
  }

  async #applyNowOrLater(callback: ReceivedCallback): Promise<void> {
    try {
      await this.apply(callback, 'soon');
    } catch (error) {
      // Do not treat this as a failure. The recurring duty applies the callback again, or opens a case if the callback is about
      // an archived order.
      if (!(error instanceof EarlierReportMissing || error instanceof LateReport)) throw error;
    }
  }

  /**
   * Applies a stored callback to its order. Applying the callback a second time changes nothing, but may raise an alert again.
   *
   * @param marked when the callback is marked as applied
   */
  async apply(callback: ReceivedCallback, marked: WriteTime = 'at_once'): Promise<void> {
    const { notification, channelId, callbackId } = callback;
    const source = { channelId, cause: 'callback_received', callbackId } as const;
    await this.#deps.applyNotification.execute(notification, source);
    await this.#deps.inbox.markApplied(callback, this.#deps.clock.now(), marked);
  }
}
