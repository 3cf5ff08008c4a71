import type { Happening } from './happenings.ts';
import type { ChannelCallback } from './ledger-channel.ts';
import { picked } from './picked.ts';
import type { Stage } from './stage.ts';

type ChannelHappening = Extract<
  Happening,
  {
    readonly do:
      | 'conclude_payment'
      | 'pay_after_all'
      | 'take_wrong_amount'
      | 'fail_to_collect'
      | 'conclude_refund'
      | 'open_dispute'
      | 'resolve_dispute';
  }
>;

/** What comes to pass at the channel by itself; each happening picks what it is about among what there is. */
export class ChannelLife {
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  happen(happening: ChannelHappening): void {
    const { channel } = this.#stage;
    const { pick } = happening;
    switch (happening.do) {
      case 'conclude_payment': {
        const attemptId = picked(this.#payableAttempts(), pick);
        if (attemptId !== undefined) channel.conclude(attemptId, happening.result);
        return;
      }
      case 'pay_after_all': {
        const unpaid = channel
          .books()
          .payments.filter(({ result, charges }) => charges > 0 && result !== null && result !== 'succeeded');
        const attemptId = picked(unpaid, pick)?.attemptId;
        if (attemptId !== undefined) channel.conclude(attemptId, 'succeeded');
        return;
      }
      case 'take_wrong_amount': {
        const attemptId = picked(this.#payableAttempts(), pick);
        if (attemptId !== undefined) channel.takeWrongAmount(attemptId);
        return;
      }
      case 'fail_to_collect': {
        const paid = channel.books().payments.filter(({ result }) => result === 'succeeded');
        const attemptId = picked(paid, pick)?.attemptId;
        if (attemptId !== undefined) channel.failToCollect(attemptId);
        return;
      }
      case 'conclude_refund': {
        const refundId = picked(this.pendingRefunds(), pick);
        if (refundId !== undefined) channel.concludeRefund(refundId, happening.result);
        return;
      }
      case 'open_dispute': {
        const paid = channel.books().payments.filter(({ result }) => result === 'succeeded');
        const payment = picked(paid, pick);
        if (payment === undefined) return;
        const wanted = Math.floor((payment.amount.amountMinor * happening.percent) / 100);
        channel.openDispute(payment.attemptId, wanted);
        return;
      }
      case 'resolve_dispute': {
        const opened = [...channel.disputes.values()].filter(({ state }) => state === 'opened');
        const dispute = picked(opened, pick);
        if (dispute !== undefined) channel.resolveDispute(dispute.channelReference, happening.outcome);
        return;
      }
    }
  }

  /** The report that the channel made last. */
  get latestCallback(): ChannelCallback | undefined {
    return this.#stage.channel.callbacks.at(-1);
  }

  callback(which: 'new' | 'any', pick: number): ChannelCallback | undefined {
    return picked(which === 'new' ? this.unacknowledged : this.#stage.channel.callbacks, pick);
  }

  get unacknowledged(): readonly ChannelCallback[] {
    return this.#stage.channel.callbacks.filter(({ isAcknowledged }) => !isAcknowledged);
  }

  /** Results that the gateway asks for itself may never be reported. */
  loseCallback(pick: number): void {
    const { channel, chronicle } = this.#stage;
    const losable = channel.callbacks.filter(({ isAcknowledged, notification }) => {
      if (isAcknowledged) return false;
      if (notification.kind === 'refund') return true;
      if (notification.kind !== 'payment') return false;
      const { attemptId } = notification;
      const reports = channel.callbacks.filter(
        (other) => other.notification.kind === 'payment' && other.notification.attemptId === attemptId,
      );
      return reports.length === 1 && chronicle.attempt(attemptId)?.state === 'SUBMITTED';
    });
    const callback = picked(losable, pick);
    if (callback !== undefined) callback.isAcknowledged = true;
  }

  pendingRefunds(): readonly string[] {
    return [...this.#stage.channel.refunds]
      .filter(([, { result }]) => result === null)
      .map(([refundId]) => refundId);
  }

  /** Attempts that a consumer could be paying now. */
  #payableAttempts(): readonly string[] {
    return [...this.#stage.channel.payments]
      .filter(([attemptId, { result, isSubmitted }]) => {
        if (result !== null) return false;
        const attempt = this.#stage.chronicle.attempt(attemptId);
        // The page of a wallet takes money as soon as it was handed out, a card only when it was submitted.
        return isSubmitted || (attempt?.methodCode !== 'card' && attempt?.opening != null);
      })
      .map(([attemptId]) => attemptId);
  }
}
