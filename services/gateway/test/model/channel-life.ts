import type { Happening, WrittenReference } from './happenings.ts';
import type { ChannelPayment, PaymentAtChannel } from './invariants/channel-books.ts';
import { ELEMENT } from './ledger-channel.ts';
import type { ChannelCallback } from './ledger-reports.ts';
import { isDisputable } from './ledgers.ts';
import { picked } from './picked.ts';
import type { Stage } from './stage.ts';

type ChannelHappening = Extract<
  Happening,
  {
    readonly do:
      | 'conclude_payment'
      | 'pay_after_all'
      | 'pay_again'
      | 'take_wrong_amount'
      | 'fail_to_collect'
      | 'collect_after_all'
      | 'conclude_refund'
      | 'refuse_as_too_early'
      | 'return_more'
      | 'make_refund_twice'
      | 'undo_refund'
      | 'make_refund_again'
      | 'refund_by_hand'
      | 'open_dispute'
      | 'resolve_dispute'
      | 'object_again'
      | 'reopen_dispute'
      | 'give_back'
      | 'retry_debit'
      | 'take_back_debit';
  }
>;

/** What happens at the channel itself. Each event picks a payment, refund or dispute from those that exist. */
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
      case 'pay_again': {
        const mute = channel.books().payments.filter(({ reference }) => reference !== null);
        const attemptId = picked(mute, pick)?.attemptId;
        if (attemptId !== undefined) channel.payAgain(attemptId, happening.moreMinor);
        return;
      }
      case 'take_wrong_amount': {
        const attemptId = picked(this.#payableAttempts(), pick);
        if (attemptId !== undefined) channel.takeWrongAmount(attemptId);
        return;
      }
      case 'fail_to_collect': {
        const payment = picked(this.#paid(), pick);
        if (payment !== undefined) channel.failToCollect(payment, this.#written(payment, happening));
        return;
      }
      case 'collect_after_all': {
        const uncollected = this.#paid().filter((payment) => payment.uncollected?.isCollectedSince === false);
        const payment = picked(uncollected, pick);
        if (payment !== undefined) channel.collectAfterAll(payment);
        return;
      }
      case 'conclude_refund': {
        const refundId = picked(this.pendingRefunds(), pick);
        if (refundId !== undefined) channel.concludeRefund(refundId, happening.result);
        return;
      }
      case 'refuse_as_too_early': {
        const refundId = picked(this.pendingRefunds(), pick);
        if (refundId !== undefined) channel.refuseRefundAsTooEarly(refundId);
        return;
      }
      case 'return_more': {
        const notFailed = channel.books().refunds.filter(({ result }) => result !== 'failed');
        const refund = picked(notFailed, pick);
        if (refund === undefined) return;
        const more = Math.ceil((refund.amount.amountMinor * happening.percent) / 100);
        channel.returnMore(refund.refundId, more);
        return;
      }
      case 'make_refund_twice': {
        const notFailed = channel.books().refunds.filter(({ result }) => result !== 'failed');
        const refund = picked(notFailed, pick);
        if (refund !== undefined) channel.makeRefundTwice(refund.refundId);
        return;
      }
      case 'undo_refund': {
        const { refunds, secondRefunds, refundsByHand } = channel.books();
        const made = refunds.filter(({ result }) => result === 'succeeded');
        const byHand = refundsByHand.filter(({ state }) => state === 'succeeded');
        const second = secondRefunds.filter(({ result }) => result === 'succeeded');
        const refund = picked([...made, ...second, ...byHand], pick);
        if (refund === undefined) return;
        if ('moreMinor' in refund) channel.undoRefund(refund.refundId);
        else if ('refundId' in refund) channel.undoSecondRefund(refund.channelReference);
        else channel.undoRefundByHand(refund.channelReference);
        return;
      }
      case 'make_refund_again': {
        const name = picked(channel.undoneRefunds, pick);
        if (name !== undefined) channel.makeRefundAgain(name);
        return;
      }
      case 'refund_by_hand': {
        const payment = picked(this.#paid(), pick);
        if (payment === undefined) return;
        const wanted = Math.floor((payment.amount.amountMinor * happening.percent) / 100);
        channel.refundByHand(payment, wanted, this.#written(payment, happening));
        return;
      }
      case 'open_dispute': {
        const { payments, furtherPayments } = channel.books();
        const further = [...furtherPayments, ...furtherPayments];
        const payment = picked([...payments.filter(isDisputable), ...further], pick);
        if (payment === undefined) return;
        const wanted = Math.floor((payment.amount.amountMinor * happening.percent) / 100);
        channel.openDispute(payment, wanted, this.#written(payment, happening));
        return;
      }
      case 'give_back': {
        const lost = [...channel.disputes.values()].filter(({ state }) => state === 'lost');
        const dispute = picked(lost, pick);
        if (dispute !== undefined) channel.giveBack(dispute.channelReference, happening.percent);
        return;
      }
      case 'reopen_dispute': {
        const ended = [...channel.disputes.values()].filter(({ state }) => state !== 'opened');
        const dispute = picked(ended, pick);
        if (dispute !== undefined) channel.reopenDispute(dispute.channelReference);
        return;
      }
      case 'object_again': {
        const won = [...channel.disputes.values()].filter(({ state }) => state === 'won');
        const dispute = picked(won, pick);
        if (dispute !== undefined) channel.objectAgain(dispute.channelReference);
        return;
      }
      case 'retry_debit': {
        const attemptId = picked(this.#retryableAttempts(), pick);
        if (attemptId !== undefined) channel.retryDebit(attemptId);
        return;
      }
      case 'take_back_debit': {
        const payment = picked(this.#paid(), pick);
        if (payment !== undefined) channel.takeBackDebit(payment);
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

  /** Returns the reference under which a channel reports a change that somebody made by hand. */
  #written(
    { attemptId, reference }: PaymentAtChannel,
    { writtenAs, pick }: { readonly writtenAs: WrittenReference; readonly pick: number },
  ): string {
    // A channel that does not name its payments reports nothing that it cannot assign to an attempt.
    if (reference === null) return attemptId;
    switch (writtenAs) {
      case 'own_id':
        return attemptId;
      case 'text':
        return 'INV-2041';
      case 'nothing':
        return '';
      case 'another_id': {
        const others = [...this.#stage.channel.payments.keys()].filter((other) => other !== attemptId);
        return picked(others, pick) ?? attemptId;
      }
    }
  }

  /** Returns the payments whose money a channel has. A payment over a wrong amount is among them if the channel names it. */
  #paid(): readonly (PaymentAtChannel & Pick<ChannelPayment, 'amount' | 'uncollected'>)[] {
    const { payments, furtherPayments } = this.#stage.channel.books();
    const taken = payments.filter(
      ({ result, reference }) => result === 'succeeded' || (result === 'mismatched' && reference !== null),
    );
    // Rather pick one of the rare further payments.
    return [...taken, ...furtherPayments, ...furtherPayments];
  }

  /** The channel's latest report. */
  get latestCallback(): ChannelCallback | undefined {
    return this.#stage.channel.callbacks.at(-1);
  }

  callback(which: 'new' | 'any', pick: number): ChannelCallback | undefined {
    return picked(which === 'new' ? this.unacknowledged : this.#stage.channel.callbacks, pick);
  }

  get unacknowledged(): readonly ChannelCallback[] {
    return this.#stage.channel.callbacks.filter(({ isAcknowledged }) => !isAcknowledged);
  }

  /** Loses a callback for ever. If nobody can find out what it said, its report counts as forgotten. */
  loseCallback(pick: number): void {
    const callback = picked(this.unacknowledged, pick);
    if (callback === undefined) return;
    callback.isAcknowledged = true;
    callback.isLost = true;
    callback.isForgotten = !this.#isAskedFor(callback);
  }

  /** Whether the gateway still waits for what a lost callback reported, and therefore asks the channel. */
  #isAskedFor({ channelId, notification }: ChannelCallback): boolean {
    const { channel, chronicle } = this.#stage;
    if (channel.isMute(channelId)) return false;
    switch (notification.kind) {
      case 'payment': {
        const { attemptId } = notification;
        const attempt = chronicle.attempt(attemptId);
        // An earlier report that the payment was cancelled may still arrive. After it, nobody asks the channel any more.
        const reports = channel.callbacks.filter(
          (other) => other.notification.kind === 'payment' && other.notification.attemptId === attemptId,
        );
        return attempt?.state === 'SUBMITTED' && attempt.unresolvedSince === null && reports.length === 1;
      }
      case 'refund': {
        const { refundId } = notification;
        const refund = chronicle.refund(refundId);
        // The money of the refund came back, but the earlier report that the refund was made may still arrive. After it, nobody
        // asks the channel any more.
        const reports = channel.callbacks.filter(
          (other) => other.notification.kind === 'refund' && other.notification.refundId === refundId,
        );
        return refund?.state === 'PROCESSING' && refund.nextActionAt !== null && reports.length === 1;
      }
      case 'dispute': {
        const { report, attemptId } = notification;
        const order = chronicle.orders.find(({ paidByAttemptId }) => paidByAttemptId === attemptId);
        const isKnown = order?.dispute?.channelReference === report.channelReference;
        // The bank gave money back, but the earlier report of the loss may still arrive. After it, nobody asks the channel any
        // more.
        const reports = channel.callbacks.filter(
          (other) =>
            other.notification.kind === 'dispute' &&
            other.notification.report.kind !== 'opened' &&
            other.notification.report.channelReference === report.channelReference,
        );
        // Without the report that an ended dispute goes on, the gateway takes the report of the earlier outcome for the last
        // one, and does not ask about ended disputes.
        const isOpening = report.kind === 'opened' && !report.isAnnouncement;
        const isOpenAgain = isOpening && (report.stage !== undefined || report.mayReopen === true);
        const isAlone = reports.length <= (isOpenAgain ? 0 : 1);
        return isKnown && order.dispute.state === 'opened' && isAlone;
      }
      default:
        return false;
    }
  }

  pendingRefunds(): readonly string[] {
    return [...this.#stage.channel.refunds]
      .filter(([, { result }]) => result === null)
      .map(([refundId]) => refundId);
  }

  /** Returns the declined attempts that the consumer can retry, which is possible only in the processor's own form. */
  #retryableAttempts(): readonly string[] {
    return this.#payableAttempts().filter(
      (attemptId) => this.#stage.channel.payments.get(attemptId)?.result?.kind === 'failed',
    );
  }

  /** Returns the attempts that a consumer could be paying now. */
  #payableAttempts(): readonly string[] {
    return [...this.#stage.channel.payments]
      .filter(([attemptId, { result, isSubmitted }]) => {
        const attempt = this.#stage.chronicle.attempt(attemptId);
        // After a decline, the consumer can retry only in the processor's own form.
        const isRetryable = result?.kind === 'failed' && attempt?.methodCode === ELEMENT;
        if (result !== null && !isRetryable) return false;
        // A wallet's page takes money as soon as the consumer has opened it. A card is charged only after its submission.
        return isSubmitted || (attempt?.methodCode !== 'card' && attempt?.opening != null);
      })
      .map(([attemptId]) => attemptId);
  }
}
