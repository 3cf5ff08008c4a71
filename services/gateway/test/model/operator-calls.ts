import { orderIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { callbackIdAmongAll, type ParkedCallback } from '../../src/ports/callback-inbox.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { casesToSee, openCaseIds, returnCaseId } from './cases-to-see.ts';
import { DisputeConclusions } from './dispute-conclusions.ts';
import type { Outcome } from './expected-outcomes.ts';
import type { GatewayProcesses } from './gateway-processes.ts';
import type { OperatorHappening } from './happenings.ts';
import { isKept } from './invariants/event-invariants.ts';
import {
  cancellationOutcome,
  faultsOfAnswer,
  isReportedMade,
  repetitionOutcome,
  settlementOutcome,
} from './operator-expectations.ts';
import type { OrderAtMoment } from './order-chronicle.ts';
import { picked } from './picked.ts';
import { dayOf } from './reconciled-books.ts';
import { RefundConclusions } from './refund-conclusions.ts';
import { setAsideCaseId } from './reports-set-aside.ts';
import type { Stage } from './stage.ts';

/**
 * Operators' actions with the answers that are right for them. An action concerns an existing order or refund, whether or not
 * it needs an operator.
 */
export class OperatorCalls {
  readonly #stage: Stage;
  readonly #processes: GatewayProcesses;
  readonly #refunds: RefundConclusions;
  readonly #disputes: DisputeConclusions;
  /** The cases that an operator has listed last, each with its `since`. */
  #listed: ReadonlyMap<string, Date> = new Map();

  constructor(stage: Stage, processes: GatewayProcesses) {
    this.#stage = stage;
    this.#processes = processes;
    this.#refunds = new RefundConclusions(stage, processes);
    this.#disputes = new DisputeConclusions(stage, processes);
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
        this.#refunds.conclude(this.#unresolvedRefund(happening.pick), happening);
        return;
      case 'look_for_refund': {
        const refundId = this.#unresolvedRefund(happening.pick);
        if (refundId !== undefined) this.#refunds.noteLook(refundId);
        return;
      }
      case 'record_return_by_hand':
        this.#refunds.recordReturnByHand(this.#madeRefund(happening.pick), happening.at);
        return;
      case 'conclude_made_by_hand':
        this.#refunds.recordReturnByHand(this.#refundNotMade(happening.pick), happening.at);
        return;
      case 'conclude_dispute_by_hand':
        this.#disputes.conclude(this.#order(happening.order), happening.at, undefined, happening.isFromNotes);
        return;
      case 'race_dispute_conclusions':
        this.#disputes.conclude(this.#order(happening.order), 0);
        this.#disputes.conclude(this.#order(happening.order), 1);
        return;
      case 'misjudge_dispute':
        this.#disputes.misjudge(this.#order(happening.order), happening);
        return;
      case 'record_unreported_loss':
        this.#disputes.recordLoss(happening);
        return;
      case 'write_off':
        this.#disputes.writeOff(happening);
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
      return gateway.compareBooks.execute(found, {
        ...day,
        isLastLook: false,
        isStillClaimed: async () => true,
      });
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

  /** Settles all open cases of an order. */
  settleAll(order: number): void {
    const known = this.#order(order);
    for (const caseId of known === undefined ? [] : openCaseIds(known)) this.settle(caseId, 0);
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
    this.#refunds.conclude(refundId, { at, isAmountNamed: true, isFromNotes: false, isNotByHand: true });
  }

  concludeDispute(order: OrderAtMoment, at: number, reference?: string): void {
    this.#disputes.conclude(order, at, reference);
  }

  /** Gives the commands that operators decided on earlier. */
  giveLateCommands(): void {
    this.#disputes.giveLateCommands();
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

  /** Picks a refund that waits for an operator or has failed. If there is none, picks any that was not made. */
  #refundNotMade(pick: number): Refund | undefined {
    const { orders } = this.#stage.chronicle;
    const open = orders.flatMap(openCaseIds);
    const refunds = orders
      .flatMap((order) => order.refunds)
      .filter(({ state, correctsRefundId }) => state !== 'SUCCESS' && correctsRefundId === undefined);
    const waiting = refunds.filter((refund) =>
      [refund.refundId, returnCaseId(refund)].some((caseId) => open.includes(caseId)),
    );
    const failed = refunds.filter(({ state }) => state === 'FAILED' || state === 'CANCELLED');
    return picked(rather([...waiting, ...failed], refunds), pick);
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
