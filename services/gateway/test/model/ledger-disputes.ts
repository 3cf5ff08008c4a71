import type { Money } from '@kassa/contracts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import type { ChannelDispute, PaymentAtChannel } from './invariants/channel-books.ts';
import { sumMinor } from './invariants/parts-of-order.ts';
import { type LedgerAccount, namedBy } from './ledger-account.ts';
import type { LedgerReports } from './ledger-reports.ts';

/** How a dispute can end at its channel. */
export type DisputeOutcome = 'won' | 'lost' | 'won_in_part';

/** The disputes of a channel's payments, from the consumer's objection to the end of every appeal. */
export class LedgerDisputes {
  readonly #account: LedgerAccount;
  readonly #reports: LedgerReports;
  #events = 0;
  /** The disputes whose money has come back, wholly or in part, and may have been taken again since. */
  readonly #givenBack = new Set<string>();
  /** The reference that somebody entered for each dispute. Normally it is the attempt's ID. */
  readonly #writtenAs = new Map<string, string>();

  constructor(account: LedgerAccount, reports: LedgerReports) {
    this.#account = account;
    this.#reports = reports;
  }

  /** Returns how a dispute stands, as the channel answers if it is asked; undefined if the channel does not know the dispute. */
  standing(channelReference: string): DisputeReport | undefined {
    const dispute = this.#reports.disputes.get(channelReference);
    if (dispute === undefined) return undefined;
    const { amount, state: kind, stage } = dispute;
    const back = kind === 'opened' ? {} : this.#moneyBackOf(channelReference);
    const told = kind === 'opened' ? {} : { toldAt: this.#reports.answerTime(channelReference) };
    return { channelReference, amount, kind, ...(stage && { stage }), ...back, ...told };
  }

  /** Opens a dispute of a payment, however much of it was returned, and whether or not the gateway knows of the payment. */
  open({ attemptId, reference }: PaymentAtChannel, amountMinor: number, writtenAs: string = attemptId): void {
    const payment = this.#account.payments.get(attemptId);
    if (payment === undefined) return;
    const left = this.#undisputedMinor(attemptId, reference);
    const disputed = this.#distinctMinor(attemptId, Math.min(amountMinor, left));
    if (disputed < 1) return;
    const channelReference = `dsp_${this.#reports.disputes.size + 1}`;
    const amount = { ...payment.amount, amountMinor: disputed };
    const movedAt = this.#account.now();
    this.#reports.disputes.set(channelReference, {
      channelReference,
      attemptId,
      payment: reference,
      disputed: amount,
      amount,
      state: 'opened',
      told: 'opened',
      movedAt,
      events: [],
    });
    this.#writtenAs.set(channelReference, writtenAs);
    const opened = { channelReference, amount, kind: 'opened' } as const;
    const report = this.#account.vendor.isMute ? ({ ...opened, mayReopen: true } as const) : opened;
    for (const each of [...this.#beforeChargeback(report), report]) {
      this.#reports.add({ kind: 'dispute', attemptId: writtenAs, ...namedBy(reference), report: each });
    }
  }

  /**
   * Returns what the channel reports before the bank takes a dispute's money. Every second dispute is announced. A vendor that
   * can be asked calls the announcement an inquiry, and closes every second inquiry before the chargeback.
   */
  #beforeChargeback(opened: DisputeReport): readonly DisputeReport[] {
    if (this.#reports.disputes.size % 2 === 1) return [];
    const announcement: DisputeReport = { ...opened, isAnnouncement: true };
    if (this.#account.vendor.isMute) return [announcement];
    const stage = 'inquiry';
    const isClosed = this.#reports.disputes.size % 4 === 0;
    return [{ ...announcement, stage }, ...(isClosed ? [{ ...opened, kind: 'won', stage } as const] : [])];
  }

  resolve(channelReference: string, outcome: DisputeOutcome): void {
    const dispute = this.#reports.disputes.get(channelReference);
    if (dispute?.state !== 'opened') return;
    if (outcome === 'won_in_part') this.#giveBackInPart(dispute);
    else this.#end(dispute, { state: outcome, told: outcome, amount: dispute.amount }, dispute.amount);
  }

  /**
   * Ends a dispute with the return of a part of its money. A vendor that can be asked reports a loss of the rest. Another one
   * reports the return of the part, then a win over the part, and says nothing about the rest.
   */
  #giveBackInPart(dispute: ChannelDispute): void {
    const { attemptId, amount, channelReference } = dispute;
    const part = this.#distinctMinor(attemptId, Math.floor(amount.amountMinor * 0.7));
    const back = { ...amount, amountMinor: part };
    const kept = { ...amount, amountMinor: amount.amountMinor - part };
    if (part < 1) return;
    if (!this.#account.vendor.isMute) this.#givenBack.add(channelReference);
    const told = this.#account.vendor.isMute ? 'won' : 'lost';
    this.#end(dispute, { state: 'lost', told, amount: kept }, this.#account.vendor.isMute ? back : kept);
  }

  /** Ends a dispute, and reports the end with an amount. */
  #end(
    dispute: ChannelDispute,
    end: Pick<ChannelDispute, 'state' | 'told' | 'amount'>,
    reported: Money,
  ): void {
    const { channelReference, attemptId, payment, stage } = dispute;
    const { told: kind } = end;
    if (end.state === 'won' && !this.#account.vendor.isMute) this.#givenBack.add(channelReference);
    const isNamed = !this.#account.vendor.isMute || this.#reports.disputes.size % 3 === 0;
    const events = isNamed ? [] : [this.#nextEvent(), this.#nextEvent()];
    this.#reports.disputes.set(channelReference, {
      ...dispute,
      ...end,
      movedAt: this.#account.now(),
      events,
    });
    const staged = stage && { stage };
    const returned = { kind: 'opened', amount: kind === 'won' ? reported : dispute.amount } as const;
    if (isNamed) {
      const back = this.#moneyBackOf(channelReference);
      const outcome = { kind, amount: reported, ...back } as const;
      const isInPart = end.told !== end.state;
      const reports = isInPart ? [{ ...returned, mayReopen: true } as const, outcome] : [outcome];
      for (const told of reports) {
        const report = { channelReference, ...told, ...staged };
        this.#reports.add({
          kind: 'dispute',
          attemptId: this.#writtenFor(dispute),
          ...namedBy(payment),
          report,
        });
      }
      return;
    }
    // The later events of a dispute have references of their own, and do not name the dispute.
    for (const [index, told] of [returned, { kind, amount: reported }].entries()) {
      const report = {
        channelReference: events[index] ?? '',
        ...told,
        ...staged,
        keyedBy: 'payment',
      } as const;
      this.#reports.add({ kind: 'dispute', attemptId, report });
    }
  }

  #writtenFor({ channelReference, attemptId }: ChannelDispute): string {
    return this.#writtenAs.get(channelReference) ?? attemptId;
  }

  /** Lets the bank object to the merchant's win, and take the money again. The dispute is then in its next stage. */
  objectAgain(channelReference: string): void {
    const dispute = this.#reports.disputes.get(channelReference);
    if (dispute?.state !== 'won' || dispute.stage === 'arbitration') return;
    const stage = stageAfter(dispute);
    const { attemptId, payment, amount } = dispute;
    const isNamed = !this.#account.vendor.isMute || this.#reports.disputes.size % 3 === 0;
    const events = isNamed ? [] : [this.#nextEvent()];
    const open = { state: 'opened', told: 'opened', stage, movedAt: this.#account.now(), events } as const;
    this.#reports.disputes.set(channelReference, { ...dispute, ...open });
    const told = { amount, kind: 'opened', stage } as const;
    if (isNamed) {
      const report = {
        channelReference,
        ...told,
        ...(this.#account.vendor.isMute && { mayReopen: true as const }),
      };
      this.#reports.add({
        kind: 'dispute',
        attemptId: this.#writtenFor(dispute),
        ...namedBy(payment),
        report,
      });
      return;
    }
    const report = { channelReference: events[0] ?? '', ...told, keyedBy: 'payment' } as const;
    this.#reports.add({ kind: 'dispute', attemptId, report });
  }

  /**
   * Lets the bank open an ended dispute again, because somebody has appealed against its outcome. The reports of a vendor that
   * cannot be asked have no times. After a win, such a vendor opens the dispute in its next stage. After a loss, the stage
   * remains, so nobody could tell the reports' sequence from their contents: the bank decides only after the gateway has
   * received the loss.
   */
  reopen(channelReference: string): void {
    const dispute = this.#reports.disputes.get(channelReference);
    if (dispute === undefined || dispute.state === 'opened') return;
    if (this.#account.vendor.isMute && dispute.told === 'lost' && !this.#isLossReceived(dispute)) return;
    const isStaged = this.#account.vendor.isMute && dispute.told === 'won';
    if (isStaged && dispute.stage === 'arbitration') return;
    const stage = isStaged ? stageAfter(dispute) : dispute.stage;
    const { payment } = dispute;
    const amount = dispute.disputed;
    const at = { movedAt: this.#account.now(), events: [], ...(stage && { stage }) };
    const open = { amount, state: 'opened', told: 'opened', ...at } as const;
    this.#reports.disputes.set(channelReference, { ...dispute, ...open });
    const staged = stage && { stage };
    const report = { channelReference, amount, kind: 'opened', mayReopen: true, ...staged } as const;
    this.#reports.add({ kind: 'dispute', attemptId: this.#writtenFor(dispute), ...namedBy(payment), report });
  }

  #isLossReceived({ channelReference, events }: ChannelDispute): boolean {
    const losses = this.#reports.callbacks.filter(
      ({ notification }) =>
        notification.kind === 'dispute' &&
        notification.report.kind === 'lost' &&
        [channelReference, ...events].includes(notification.report.channelReference),
    );
    return losses.every(({ isAcknowledged }) => isAcknowledged);
  }

  /**
   * Lets the bank take a direct debit back that the channel had reported as paid. The channel reports this as a dispute that is
   * lost from the beginning.
   */
  takeBackDebit({ attemptId, reference }: PaymentAtChannel): void {
    const amountMinor = this.#undisputedMinor(attemptId, reference);
    if (reference !== null || amountMinor < 1) return;
    const channelReference = `dsp_${this.#reports.disputes.size + 1}`;
    const amount = { currency: this.#account.payments.get(attemptId)?.amount.currency ?? '', amountMinor };
    const dispute = {
      channelReference,
      attemptId,
      payment: null,
      disputed: amount,
      amount,
      movedAt: this.#account.now(),
      events: [],
    };
    this.#reports.disputes.set(channelReference, { ...dispute, state: 'lost', told: 'lost' });
    this.#reports.add({ kind: 'dispute', attemptId, report: { channelReference, amount, kind: 'lost' } });
  }

  /**
   * Gives back a part of what the bank took by a lost dispute, or all of it. The dispute stays lost unless all came back. Only
   * the report of a channel that can be asked says so.
   */
  giveBack(channelReference: string, percent: number): void {
    const dispute = this.#reports.disputes.get(channelReference);
    if (dispute?.state !== 'lost' || this.#account.vendor.isMute) return;
    const { attemptId, amount, disputed, stage } = dispute;
    const keptMinor = Math.floor((amount.amountMinor * (100 - Math.min(percent, 100))) / 100);
    this.#givenBack.add(channelReference);
    const state = keptMinor > 0 ? 'lost' : 'won';
    const kept = keptMinor > 0 ? { ...amount, amountMinor: keptMinor } : disputed;
    this.#reports.disputes.set(channelReference, {
      ...dispute,
      amount: kept,
      state,
      told: state,
      movedAt: this.#account.now(),
    });
    const staged = stage && { stage };
    const report = { channelReference, amount: kept, kind: state, ...staged, showsMoneyBack: true } as const;
    this.#reports.add({ kind: 'dispute', attemptId, report });
  }

  #moneyBackOf(channelReference: string): { readonly showsMoneyBack?: true } {
    return this.#givenBack.has(channelReference) ? { showsMoneyBack: true } : {};
  }

  #nextEvent(): string {
    this.#events += 1;
    return `evt_${this.#account.channelId}_${this.#events}`;
  }

  /**
   * Returns an amount that the channel has reported of none of the payment's other disputes. If events do not name their
   * dispute, two disputes over the same amount cannot be distinguished while the gateway knows only one of them.
   */
  #distinctMinor(attemptId: string, amountMinor: number): number {
    const others = [...this.#reports.disputes.values()].filter((dispute) => dispute.attemptId === attemptId);
    const isTaken = others.some((dispute) => {
      const opened = dispute.disputed.amountMinor;
      const kept = dispute.amount.amountMinor;
      return [opened, kept, opened - kept].includes(amountMinor);
    });
    return isTaken && this.#account.vendor.isMute
      ? this.#distinctMinor(attemptId, amountMinor - 1)
      : amountMinor;
  }

  #undisputedMinor(attemptId: string, reference: string | null): number {
    const disputed = [...this.#reports.disputes.values()].filter(
      (dispute) =>
        dispute.attemptId === attemptId && dispute.payment === reference && dispute.state !== 'won',
    );
    return this.#askedMinor(attemptId) - sumMinor(disputed);
  }

  #askedMinor(attemptId: string): number {
    return this.#account.payments.get(attemptId)?.amount.amountMinor ?? 0;
  }
}

/** Returns the stage that a bank opens by objecting to a merchant's win. */
function stageAfter({ stage }: ChannelDispute): 'pre_arbitration' | 'arbitration' {
  return stage === undefined ? 'pre_arbitration' : 'arbitration';
}
