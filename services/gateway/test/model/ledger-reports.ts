import type { ChannelNotification, GenuineCallback } from '../../src/ports/channel-callback.ts';
import type { ChannelDispute } from './invariants/channel-books.ts';
import type { LedgerAccount } from './ledger-account.ts';

/** A callback of the channel. The channel keeps it until one of its deliveries is acknowledged. */
export interface ChannelCallback extends GenuineCallback {
  readonly channelId: string;
  isAcknowledged: boolean;
  /** Whether the channel has given up this callback and nobody else can find out what it reports. */
  isForgotten: boolean;
  /** Set if the callback is lost for ever. The gateway may still ask the channel for what it reports. */
  isLost?: true;
  /** What the callback is about, if its report does not say so in the gateway's or the channel's own terms. */
  readonly about?: string;
  /** How often the gateway could not apply the callback; absent if never. */
  failures?: number;
}

/** The callbacks and disputes of both channels, which are numbered together. */
export interface Reports {
  readonly callbacks: ChannelCallback[];
  readonly disputes: Map<string, ChannelDispute>;
}

/** What a channel reports, and when it tells it. */
export class LedgerReports {
  readonly callbacks: ChannelCallback[];
  readonly disputes: Map<string, ChannelDispute>;
  readonly #account: LedgerAccount;
  /** For each dispute and refund, when the channel last reported something about it. */
  readonly #lastReported = new Map<string, Date>();

  constructor({ callbacks, disputes }: Reports, account: LedgerAccount) {
    this.callbacks = callbacks;
    this.disputes = disputes;
    this.#account = account;
  }

  add(notification: ChannelNotification, about?: string): void {
    const callbackId = `cb_${this.callbacks.length + 1}`;
    this.callbacks.push({
      channelId: this.#account.channelId,
      callbackId,
      notification: this.#withTime(notification, about),
      isAcknowledged: false,
      isForgotten: false,
      ...(about !== undefined && { about }),
    });
  }

  /** Returns when the channel answers how a dispute ended. What happens to the dispute afterwards is reported later. */
  answerTime(channelReference: string): Date {
    const before = this.#lastReported.get(channelReference)?.getTime() ?? 0;
    const toldAt = new Date(Math.max(this.#account.now().getTime(), before));
    this.#lastReported.set(channelReference, toldAt);
    return toldAt;
  }

  /** Returns when the channel reports what happened: later than all its earlier reports about the same dispute or refund. */
  #nextTime(name: string): Date {
    const before = this.#lastReported.get(name);
    const earliestMs = before === undefined ? 0 : before.getTime() + 1_000;
    const toldAt = new Date(Math.max(this.#account.now().getTime(), earliestMs));
    this.#lastReported.set(name, toldAt);
    return toldAt;
  }

  /**
   * Adds to a report when the channel tells it. A vendor that can be asked tells this only of disputes, and one that cannot be
   * asked only of refunds. Of a refund, a vendor that can be asked says instead when the refund had its state.
   */
  #withTime(notification: ChannelNotification, about: string | undefined): ChannelNotification {
    const { isMute } = this.#account.vendor;
    switch (notification.kind) {
      case 'dispute': {
        if (isMute) return notification;
        const { report } = notification;
        const toldAt = this.#nextTime(report.channelReference);
        const dispute = this.disputes.get(report.channelReference);
        if (dispute !== undefined) this.disputes.set(report.channelReference, { ...dispute, toldAt });
        return { ...notification, report: { ...report, toldAt } };
      }
      case 'refund':
      case 'refund_by_reference': {
        if (!isMute) {
          const stateAt = inWholeSeconds(this.#account.now());
          return { ...notification, result: { ...notification.result, stateAt } };
        }
        const name = notification.kind === 'refund' ? notification.refundId : notification.channelReference;
        return {
          ...notification,
          result: { ...notification.result, toldAt: this.#nextTime(about ?? name) },
        };
      }
      case 'uncollected':
        return isMute ? { ...notification, toldAt: this.#nextTime(collectionOf(about)) } : notification;
      case 'for_operator':
        return { ...notification, collectedAt: this.#nextTime(collectionOf(about)) };
      default:
        return notification;
    }
  }
}

/** Names what a channel tells of collecting the money of a payment. */
function collectionOf(about: string | undefined): string {
  return `collection of ${about}`;
}

/** Returns a moment as a channel tells it whose times have no fractions of a second. */
export function inWholeSeconds(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1_000) * 1_000);
}
