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
  /** For each dispute, when the channel last told something about it. */
  readonly #toldLast = new Map<string, Date>();

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
      notification: this.#withTime(notification),
      isAcknowledged: false,
      isForgotten: false,
      ...(about !== undefined && { about }),
    });
  }

  /** Returns when the channel answers how a dispute ended. What happens to the dispute afterwards is told later. */
  answerTime(channelReference: string): Date {
    const before = this.#toldLast.get(channelReference)?.getTime() ?? 0;
    const toldAt = new Date(Math.max(this.#account.now().getTime(), before));
    this.#toldLast.set(channelReference, toldAt);
    return toldAt;
  }

  /** Returns when the channel tells what happened to a dispute: later than all that it told of the dispute before. */
  #nextTime(channelReference: string): Date {
    const before = this.#toldLast.get(channelReference);
    const earliestMs = before === undefined ? 0 : before.getTime() + 1_000;
    const toldAt = new Date(Math.max(this.#account.now().getTime(), earliestMs));
    this.#toldLast.set(channelReference, toldAt);
    return toldAt;
  }

  /** Adds to a dispute's report when the channel tells it. The reports of a vendor that cannot be asked have no times. */
  #withTime(notification: ChannelNotification): ChannelNotification {
    if (notification.kind !== 'dispute' || this.#account.vendor.isMute) return notification;
    const { report } = notification;
    const toldAt = this.#nextTime(report.channelReference);
    const dispute = this.disputes.get(report.channelReference);
    if (dispute !== undefined) this.disputes.set(report.channelReference, { ...dispute, toldAt });
    return { ...notification, report: { ...report, toldAt } };
  }
}
