import { orderIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { callbackIdAmongAll, type ParkedCallback } from '../../src/ports/callback-inbox.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import type { Outcome } from './expected-outcomes.ts';
import type { GatewayProcesses } from './gateway-processes.ts';
import type { OperatorHappening } from './happenings.ts';
import type { ChannelDispute } from './invariants/channel-books.ts';
import { isOfCounted } from './invariants/counted-payments.ts';
import { isKept } from './invariants/event-invariants.ts';
import type { ChannelCallback } from './ledger-reports.ts';
import {
  cancellationOutcome,
  casesToSee,
  disputeConclusionOutcome,
  faultsOfAnswer,
  isHeardOf,
  isReportedMade,
  openCaseIds,
  recordedAt,
  refundConclusionOutcome,
  repetitionOutcome,
  returnByHandOutcome,
  settlementOutcome,
  unreportedLossOutcome,
} from './operator-expectations.ts';
import type { OrderAtMoment } from './order-chronicle.ts';
import { picked } from './picked.ts';
import { dayOf } from './reconciled-books.ts';
import { setAsideCaseId } from './reports-set-aside.ts';
import type { Stage } from './stage.ts';

/** What the channel's own record shows of a refund. */
interface Look {
  readonly result: 'none' | 'pending' | 'succeeded' | 'failed';
  readonly returnedMinor: number;
  /** In real time. */
  readonly lookedAt: Date;
}

/**
 * Operators' actions with the answers that are right for them. An action concerns an existing order or refund, whether or not
 * it needs an operator.
 */
export class OperatorCalls {
  readonly #stage: Stage;
  readonly #processes: GatewayProcesses;
  /** What operators saw in the channel's own record, by refund ID. */
  readonly #notes = new Map<string, Look>();
  /** When the order had recorded the outcome that an operator saw last, by the dispute's reference. Undefined if it had none. */
  readonly #outcomesSeen = new Map<string, Date | undefined>();
  readonly #lateCommands: (() => void)[] = [];
  /** The cases that an operator has listed last, each with its `since`. */
  #listed: ReadonlyMap<string, Date> = new Map();

  constructor(stage: Stage, processes: GatewayProcesses) {
    this.#stage = stage;
    this.#processes = processes;
  }

  happen(happening: OperatorHappening): void {
    switch (happening.do) {
      case 'ask_about_attempt': {
        const attempts = this.#order(happening.order)?.attempts ?? [];
        const unresolved = attempts.filter(({ unresolvedSince }) => unresolvedSince !== null);
        this.#ask(picked(rather(unresolved, attempts), happening.pick)?.attemptId, happening.at);
        return;
      }
      case 'cancel_refund': {
        const refunds = this.#order(happening.order)?.refunds ?? [];
        const unsent = refunds.filter(({ state }) => state === 'INITIALISED');
        this.#cancel(picked(rather(unsent, refunds), happening.pick)?.refundId, happening.at);
        return;
      }
      case 'repeat_return':
        this.#repeat(this.#return(happening.pick), happening.at);
        return;
      case 'race_returns': {
        const refundId = this.#return(happening.pick);
        this.#repeat(refundId, 0);
        this.#repeat(refundId, 1);
        return;
      }
      case 'settle_case':
        this.settle(
          this.#case(happening.pick),
          happening.at,
          happening.isFromEarlierList ? new Map([...this.#casesOpen(), ...this.#listed]) : this.#casesOpen(),
        );
        this.#listed = this.#casesOpen();
        return;
      case 'conclude_refund_by_hand':
        this.#concludeRefund(this.#unresolvedRefund(happening.pick), happening);
        return;
      case 'look_for_refund': {
        const refundId = this.#unresolvedRefund(happening.pick);
        if (refundId !== undefined) this.#notes.set(refundId, this.#lookFor(refundId));
        return;
      }
      case 'record_return_by_hand':
        this.#recordReturnByHand(this.#madeRefund(happening.pick), happening.at);
        return;
      case 'conclude_dispute_by_hand':
        this.concludeDispute(this.#order(happening.order), happening.at, undefined, happening.isFromNotes);
        return;
      case 'race_dispute_conclusions':
        this.concludeDispute(this.#order(happening.order), 0);
        this.concludeDispute(this.#order(happening.order), 1);
        return;
      case 'misjudge_dispute':
        this.#misjudgeDispute(this.#order(happening.order), happening);
        return;
      case 'record_unreported_loss':
        this.#recordLoss(picked(this.#lossesUnheardOf(), happening.pick), happening);
        return;
      case 'resend': {
        const { known } = this.#stage.log;
        const eventIds = happening.picks.flatMap((pick) => picked(known, pick)?.event.eventId ?? []);
        if (eventIds.length > 0) this.resend(eventIds, happening.at);
        return;
      }
      case 'switch_webhook_on':
        this.#processes.call(happening.at, 'switch webhook on', (gateway) =>
          gateway.webhook.switchOn(this.#stage.merchant.merchantId),
        );
        return;
      case 'reconcile':
        this.#reconcile(happening.channel, happening.at, happening.daysAgo);
        return;
    }
  }

  resend(eventIds: readonly string[], at: number): void {
    const { log, outside, receiver } = this.#stage;
    const isAllKept = () =>
      eventIds.every((eventId) => {
        const known = log.find(eventId);
        return known !== undefined && isKept(known.event.createdAt, outside.clock.now());
      });
    const wasAllKept = isAllKept();
    const before = eventIds.map((eventId) => log.find(eventId)?.resent ?? 0);
    const isDone = () =>
      eventIds.every((eventId, index) => (log.find(eventId)?.resent ?? 0) > (before[index] ?? 0));
    this.#processes.call(
      at,
      `resend ${eventIds.join(' ')}`,
      (gateway) => gateway.resendEvents.resend(eventIds, null),
      (outcome) => {
        const isRight =
          (outcome === 'resent' && wasAllKept && isDone()) ||
          (outcome === 'EVENT_NOT_FOUND' && !isAllKept()) ||
          (outcome === 'WEBHOOK_SWITCHED_OFF' && receiver.hasSaidGone);
        return isRight
          ? []
          : [`answered ${outcome}; all kept before ${wasAllKept}, now ${isAllKept()}; sent anew ${isDone()}`];
      },
    );
  }

  /**
   * Compares a day's books while everything else continues. Differences can come and go, so the test checks only that the
   * comparison ends and changes nothing.
   */
  #reconcile(channel: 'first' | 'other', at: number, daysAgo: number): void {
    const { channelId } = this.#stage.channel[channel];
    const day = dayOf(this.#stage.outside.clock.now(), daysAgo);
    this.#processes.call(at, `reconcile ${channelId}`, async (gateway) => {
      const found = await gateway.channels.find(channelId);
      if (found === undefined) throw new Error(`there is no channel ${channelId}`);
      return gateway.compareBooks.execute(found, { ...day, isLastLook: false });
    });
  }

  #ask(attemptId: string | undefined, at: number): void {
    if (attemptId === undefined) return;
    const { chronicle, channel } = this.#stage;
    this.#processes.call(at, `ask about ${attemptId}`, async (gateway) => {
      const before = chronicle.attempt(attemptId);
      const answer = await gateway.askAboutAttempt.execute(attemptId);
      const order = chronicle.now(orderIdOf(attemptId) ?? '');
      if (answer.kind === 'refused') this.#stage.violate(`asking about ${attemptId}: ${answer.name}`);
      else {
        const isMute = before !== undefined && channel.isMute(before.channelId);
        this.#stage.violate(...faultsOfAnswer(order, attemptId, { answer: answer.answer, isMute }));
      }
      return answer;
    });
  }

  #cancel(refundId: string | undefined, at: number): void {
    if (refundId === undefined) return;
    this.#processes.call(
      at,
      `cancel ${refundId}`,
      (gateway) => gateway.refunds.cancel(refundId),
      this.#judgeBy(refundId, cancellationOutcome),
    );
  }

  #repeat(refundId: string | undefined, at: number): void {
    if (refundId === undefined) return;
    this.#processes.call(
      at,
      `repeat ${refundId}`,
      (gateway) => gateway.refunds.repeatReturn(refundId),
      this.#judgeBy(refundId, repetitionOutcome),
    );
  }

  settle(caseId: string | undefined, at: number, seen = this.#casesOpen()): void {
    if (caseId === undefined) return;
    const since = seen.get(caseId) ?? this.#stage.outside.clock.now();
    const named = { caseId, since };
    this.#processes.call(
      at,
      `settle ${caseId}`,
      (gateway) => gateway.cases.settle(named, 'looked into').catch(orBeingSent),
      this.#judgeBy(caseId, (order) => settlementOutcome(order, named, this.#stage.outside.clock.realNow())),
    );
  }

  /** Settles the case of a callback. The case can have closed since it was listed. */
  settleCallback({ callback, parked }: ParkedCallback, at: number): void {
    const caseId = callbackIdAmongAll(callback);
    this.#processes.call(
      at,
      `settle ${caseId}`,
      (gateway) => gateway.cases.settle({ caseId, since: parked.since }, 'looked into'),
      (outcome) =>
        outcome === 'settled' || outcome === 'CASE_NOT_FOUND' ? [] : [`settle ${caseId}: ${outcome}`],
    );
  }

  /** Concludes a refund as the channel's own record shows it now. */
  concludeRefund(refundId: string, at: number): void {
    this.#concludeRefund(refundId, { at, isAmountNamed: true, isFromNotes: false, isNotByHand: true });
  }

  /**
   * Concludes a refund as the channel's own record shows it now, or showed it when the operator last looked. Does nothing if
   * the record shows the refund as pending.
   */
  #concludeRefund(
    refundId: string | undefined,
    {
      at,
      isAmountNamed,
      isFromNotes,
      isNotByHand,
    }: {
      readonly at: number;
      readonly isAmountNamed: boolean;
      readonly isFromNotes: boolean;
      readonly isNotByHand: boolean;
    },
  ): void {
    if (refundId === undefined) return;
    const { chronicle, outside } = this.#stage;
    const noted = isFromNotes ? this.#notes.get(refundId) : undefined;
    const { result, returnedMinor, lookedAt } = noted ?? this.#lookFor(refundId);
    if (result === 'pending') return;
    const isMade = result === 'succeeded';
    this.#processes.call(
      at,
      `conclude ${refundId}`,
      (gateway) =>
        gateway.refunds.conclude(refundId, {
          outcome: isMade ? 'made' : 'not_made',
          amount: isMade && isAmountNamed ? returnedMinor / 100 : undefined,
          lookedAt,
          isNotByHand,
          note: 'as it stands there',
        }),
      (outcome, from) => [
        ...chronicle.judge(outcome, from, ({ order: find }) =>
          refundConclusionOutcome(find(orderIdOf(refundId) ?? ''), refundId, {
            finding: {
              isMade,
              returnedMinor: isAmountNamed ? returnedMinor : undefined,
              lookedAt,
              isNotByHand,
            },
            now: outside.clock.now(),
            realNow: outside.clock.realNow(),
          }),
        ),
        ...this.#faultsOfRelease(refundId, isMade || outcome !== 'concluded'),
      ],
    );
  }

  /** Checks that the amount of a refund can be refunded again only if the channel does not have the refund. */
  #faultsOfRelease(refundId: string, isStillReserved: boolean): readonly string[] {
    const { result } = this.#lookFor(refundId);
    const isFree = isStillReserved || result === 'failed' || result === 'none';
    return isFree ? [] : [`${refundId} was found not made, and its channel has it as ${result}`];
  }

  #lookFor(refundId: string): Look {
    const { channel, outside } = this.#stage;
    const there = channel.books().refunds.find((refund) => refund.refundId === refundId);
    return {
      result: there === undefined ? 'none' : (there.result ?? 'pending'),
      returnedMinor: there?.result === 'succeeded' ? there.amount.amountMinor : 0,
      lookedAt: outside.clock.realNow(),
    };
  }

  /** Records that the operator returned the money of a refund outside the channel, although the refund was made. */
  #recordReturnByHand(refund: Refund | undefined, at: number): void {
    if (refund === undefined) return;
    const { refundId, amount } = refund;
    const { chronicle, outside } = this.#stage;
    const inAllMinor = amount.amountMinor;
    this.#processes.call(
      at,
      `record the return by hand of ${refundId}`,
      (gateway) =>
        gateway.refunds.conclude(refundId, {
          outcome: 'made_by_hand',
          amount: inAllMinor / 100,
          note: 'returned by bank transfer',
        }),
      (outcome, from) =>
        chronicle.judge(outcome, from, ({ order: find }) =>
          returnByHandOutcome(find(orderIdOf(refundId) ?? ''), refundId, {
            inAllMinor,
            realNow: outside.clock.realNow(),
          }),
        ),
    );
  }

  /**
   * Concludes a dispute as the channel's own record shows it. If the dispute is still open there, it ends there first, without
   * a report. The operator has just looked at the order, or names what an operator saw before the last such command.
   */
  concludeDispute(
    order: OrderAtMoment,
    at: number,
    reference: string | undefined = order && disputeToConclude(order),
    isFromNotes = false,
  ): void {
    const { channel } = this.#stage;
    const dispute = channel.disputeOf(reference ?? '');
    if (order === undefined || dispute === undefined || !isOfCounted(order, dispute)) return;
    const report =
      dispute.state === 'opened' ? this.#endInSilence(dispute.channelReference, order) : undefined;
    const outcome = dispute.state === 'lost' ? 'lost' : 'won';
    const present = recordedAt(order, dispute.channelReference);
    const isNoted = isFromNotes && this.#outcomesSeen.has(dispute.channelReference);
    const seen = isNoted ? this.#outcomesSeen.get(dispute.channelReference) : present;
    this.#outcomesSeen.set(dispute.channelReference, present);
    this.#concludeAs(outcome, { order, dispute, at, seen }, () => {
      if (report !== undefined) report.isForgotten = false;
    });
  }

  /**
   * Concludes an open dispute wrongly. It ends at its channel at once, and the channel reports the true outcome later.
   */
  #misjudgeDispute(
    order: OrderAtMoment,
    { at, truth, isLate }: Extract<OperatorHappening, { do: 'misjudge_dispute' }>,
  ): void {
    const { channel } = this.#stage;
    const dispute = channel.disputeOf(order === undefined ? '' : disputeToConclude(order));
    if (order === undefined || dispute?.state !== 'opened' || !isOfCounted(order, dispute)) return;
    const end = () => {
      const known = channel.callbacks.length;
      channel.resolveDispute(dispute.channelReference, truth);
      return channel.callbacks.slice(known);
    };
    const reports = end();
    const seen = recordedAt(order, dispute.channelReference);
    const command = () => {
      // If the dispute was reopened meanwhile, it ends at its channel again. Otherwise, the channel would never report its outcome.
      reports.push(...end());
      this.#concludeAs(truth === 'lost' ? 'won' : 'lost', { order, dispute, at, seen }, () => {
        // The order's dispute has ended, so nobody asks for the truth any more.
        for (const report of reports.filter(({ isLost }) => isLost)) report.isForgotten = true;
      });
    };
    if (isLate) this.#lateCommands.push(command);
    else command();
  }

  /** Gives the commands that operators decided on earlier. */
  giveLateCommands(): void {
    for (const command of this.#lateCommands.splice(0)) command();
  }

  /** Records a lost dispute that the channel's own record shows and that no order knows. */
  #recordLoss(
    dispute: ChannelDispute | undefined,
    { at, isAttemptNamed }: { readonly at: number; readonly isAttemptNamed: boolean },
  ): void {
    if (dispute === undefined) return;
    const { channelReference, attemptId, amount, payment } = dispute;
    const orderId = orderIdOf(attemptId) ?? '';
    this.#processes.call(
      at,
      `record the lost dispute ${channelReference} of ${orderId}`,
      (gateway) =>
        gateway.disputes.conclude(orderId, {
          channelReference,
          outcome: 'lost',
          amount: amount.amountMinor / 100,
          note: 'as it stands there',
          ...(isAttemptNamed && { attemptId }),
          ...(payment !== null && { paymentReference: payment }),
        }),
      (answered, from) =>
        this.#stage.chronicle.judge(answered, from, ({ order: find }) =>
          unreportedLossOutcome(find(orderId), dispute, isAttemptNamed),
        ),
    );
  }

  #lossesUnheardOf(): readonly ChannelDispute[] {
    const { channel, chronicle } = this.#stage;
    const lost = [...channel.disputes.values()].filter(({ state }) => state === 'lost');
    return lost.filter((dispute) => {
      const order = chronicle.now(orderIdOf(dispute.attemptId) ?? '');
      // The operator sees at the channel which payment is disputed, and records a loss only of the one that the order counts.
      return order !== undefined && isOfCounted(order, dispute) && !isHeardOf(order, dispute);
    });
  }

  /** Concludes a dispute. The operator names the outcome that they have seen in the order. */
  #concludeAs(
    outcome: 'won' | 'lost',
    {
      order: { orderId },
      dispute,
      at,
      seen,
    }: { order: PaymentOrder; dispute: ChannelDispute; at: number; seen: Date | undefined },
    onConcluded: () => void = () => {},
  ): void {
    const { channelReference, payment, disputed, amount, state } = dispute;
    const named = payment === null ? {} : { paymentReference: payment };
    // The bank gave back a part, and no report or only a lost one names what it kept. So the operator names it, as the channel's own
    // record shows it. Otherwise, the order would count the whole disputed amount as lost.
    const isLostInPart = state === 'lost' && amount.amountMinor < disputed.amountMinor;
    const lostMinor = outcome === 'lost' && isLostInPart ? amount.amountMinor : undefined;
    this.#processes.call(
      at,
      `conclude the dispute of ${orderId} as ${outcome}`,
      (gateway) =>
        gateway.disputes.conclude(orderId, {
          channelReference,
          outcome,
          note: 'as it stands there',
          ...(lostMinor !== undefined && { amount: lostMinor / 100 }),
          ...(seen && { corrects: seen }),
          ...named,
        }),
      (answered, from) => {
        if (answered === 'concluded') onConcluded();
        return this.#stage.chronicle.judge(answered, from, ({ order: find }) =>
          disputeConclusionOutcome(find(orderId), channelReference, { outcome, seen, lostMinor }),
        );
      },
    );
  }

  /**
   * Ends a dispute at the channel without a report. The report counts as forgotten unless a paid order follows the open dispute,
   * because only then does the gateway ask for the outcome. If the channel has opened an ended dispute again, it is left to an
   * operator, and the command of this one can fail.
   */
  #endInSilence(channelReference: string, { paidAt, dispute }: PaymentOrder): ChannelCallback | undefined {
    const { channel } = this.#stage;
    channel.resolveDispute(channelReference, 'won');
    const report = channel.callbacks.at(-1);
    if (report === undefined) return undefined;
    report.isAcknowledged = true;
    const isAwaited = dispute?.state === 'opened' && dispute.channelReference === channelReference;
    report.isForgotten = paidAt === null || !isAwaited;
    return report;
  }

  #judgeBy(id: string, expected: (order: OrderAtMoment, id: string) => Outcome) {
    const orderId = orderIdOf(id) ?? '';
    return (outcome: string, from: number) =>
      this.#stage.chronicle.judge(outcome, from, ({ order: find }) => expected(find(orderId), id));
  }

  #order(order: number) {
    return this.#stage.chronicle.now(this.#stage.orderId(order));
  }

  /** Picks a refund that waits for an operator. If there is none, picks any refund, whose conclusion must be refused. */
  #unresolvedRefund(pick: number): string | undefined {
    const { orders } = this.#stage.chronicle;
    const refunds = orders.flatMap((order) => order.refunds);
    const open = orders.flatMap(openCaseIds);
    const waiting = refunds.filter(
      ({ refundId, state }) => state === 'PROCESSING' && open.includes(refundId),
    );
    const contradicted = orders.flatMap((order) =>
      order.refunds.filter((refund) => isReportedMade(order, refund)),
    );
    return picked(rather([...waiting, ...contradicted], refunds), pick)?.refundId;
  }

  #madeRefund(pick: number): Refund | undefined {
    const refunds = this.#stage.chronicle.orders.flatMap((order) => order.refunds);
    return picked(
      refunds.filter(({ state }) => state === 'SUCCESS'),
      pick,
    );
  }

  /** Picks a return that failed. If there is none, picks any refund, whose repetition must be refused. */
  #return(pick: number): string | undefined {
    const refunds = this.#stage.chronicle.orders.flatMap((order) => order.refunds);
    const failed = refunds.filter(
      ({ origin, state }) => origin !== 'merchant' && (state === 'FAILED' || state === 'CANCELLED'),
    );
    return picked(rather(failed, refunds), pick)?.refundId;
  }

  /** Returns the open cases of all orders, each with its `since`. */
  #casesOpen(): ReadonlyMap<string, Date> {
    const open = this.#stage.chronicle.orders.flatMap(casesToSee);
    return new Map(open.map(({ caseId, since }) => [caseId, since]));
  }

  #case(pick: number): string | undefined {
    const { orders } = this.#stage.chronicle;
    const open = orders.flatMap(openCaseIds);
    const others = orders.flatMap((order) => [
      ...order.attempts.map(({ attemptId }) => attemptId),
      ...order.refunds.map(({ refundId }) => refundId),
      setAsideCaseId(order, 0),
    ]);
    return picked(rather(open, others), pick);
  }
}

/** Returns the order's open dispute. If there is none, returns a dispute with an open case. */
function disputeToConclude(order: PaymentOrder): string {
  const open = openCaseIds(order);
  const told = order.quarantine.flatMap(({ subject }, index) =>
    subject?.kind === 'dispute' && open.includes(setAsideCaseId(order, index))
      ? [subject.channelReference]
      : [],
  );
  const known = order.dispute?.channelReference ?? '';
  return order.dispute?.state === 'opened' ? known : (told.at(-1) ?? known);
}

function rather<Item>(wanted: readonly Item[], others: readonly Item[]): readonly Item[] {
  return wanted.length > 0 ? wanted : others;
}

/** Returns the outcome of an error that asks the operator to look again in a minute. Other errors are thrown again. */
function orBeingSent(error: unknown): { readonly kind: 'being_sent' } {
  if (error instanceof TemporarilyUnavailable && error.message.includes('is being sent')) {
    return { kind: 'being_sent' };
  }
  throw error;
}
