import { isDeepStrictEqual } from 'node:util';
import { type CaseListRequest, ListCases } from '../../src/application/operator/list-cases.ts';
import { FindPayments } from '../../src/application/payments/find-payments.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { LoggedEvent } from '../../src/ports/logged-event.ts';
import { openCaseIds } from './cases-to-see.ts';
import type { ChannelLife } from './channel-life.ts';
import { leftToRefundMinor } from './expected-outcomes.ts';
import type { GatewayProcesses } from './gateway-processes.ts';
import { isOfCounted } from './invariants/counted-payments.ts';
import { faultsOfAsking } from './invariants/money-invariants.ts';
import { faultsAtRest } from './invariants/resting-invariants.ts';
import type { OperatorCalls } from './operator-calls.ts';
import { isReportedMade } from './operator-expectations.ts';
import type { PaymentCalls } from './payment-calls.ts';
import { faultsOfBooks } from './reconciled-books.ts';
import { isBeforeCounted, setAsideCaseId } from './reports-set-aside.ts';
import type { RotationCalls } from './rotation-calls.ts';
import type { Stage } from './stage.ts';
import { fitsNoRefund, MANY, type StoredState } from './stored-state.ts';

interface Parts {
  readonly stage: Stage;
  readonly processes: GatewayProcesses;
  readonly calls: PaymentCalls;
  readonly operator: OperatorCalls;
  readonly rotation: RotationCalls;
  readonly channelLife: ChannelLife;
  readonly stored: StoredState;
  readonly isSettledConcluded: boolean;
  /** Checks the whole stored state, and ends the story if it breaks a rule. */
  check(): Promise<void>;
}

/** The end of each story: all faults end, and all remaining work must finish. */
export class Ending {
  readonly #stage: Stage;
  readonly #processes: GatewayProcesses;
  readonly #calls: PaymentCalls;
  readonly #operator: OperatorCalls;
  readonly #rotation: RotationCalls;
  readonly #channelLife: ChannelLife;
  readonly #stored: StoredState;
  readonly #isSettledConcluded: boolean;
  readonly #check: () => Promise<void>;

  constructor(parts: Parts) {
    this.#stage = parts.stage;
    this.#processes = parts.processes;
    this.#calls = parts.calls;
    this.#operator = parts.operator;
    this.#rotation = parts.rotation;
    this.#channelLife = parts.channelLife;
    this.#stored = parts.stored;
    this.#isSettledConcluded = parts.isSettledConcluded;
    this.#check = parts.check;
  }

  /** Ends all faults and lets time pass until no work is due any more. */
  async come(): Promise<void> {
    const { turns, channel, receiver, witnesses } = this.#stage;
    turns.resumeAll();
    await turns.settle();
    this.#processes.replaceTheDead();
    this.#processes.disarm();
    // Repeat this, because a process may meanwhile have reached the call at which it pauses.
    while (turns.isAnybodyPaused) {
      turns.resumeAll();
      await turns.settle();
    }
    witnesses.breakChannel('unreachable', 0);
    channel.setMood({ openings: 'open', submissions: 'pending', refunds: 'succeed' });
    channel.isBusy = false;
    await this.#rotation.finish();
    if (receiver.mood !== 'is_gone') receiver.mood = 'acknowledges';
    await this.#probe();
    for (const [index, seconds] of waitsAtTheEndSeconds.entries()) {
      await this.#reportEverything();
      this.#operator.giveLateCommands();
      await turns.settle();
      this.#stage.pass(seconds);
      this.#processes.look(0);
      this.#processes.look(1);
      await turns.settle();
      await this.#check();
      if (seconds > LONGEST_UNASKED_SECONDS) {
        const { orders } = await this.#stored.read();
        this.#stage.violate(...faultsOfAsking(orders, channel.books()));
      }
      await this.#concludeWhatNobodyTells(this.#isSettledConcluded || index > WAITS_UNTIL_ALL_IS_CONCLUDED);
      if (index > WAITS_UNTIL_ALL_IS_CONCLUDED) await this.#settleWhatFitsNoRefund();
      if (await this.#isCalm()) break;
    }
    await this.#checkEnd();
    await this.#checkRetention();
  }

  /**
   * Tries two refunds of each order in its final state: a refund of one unit too much must be refused, and a refund of the rest
   * must be accepted.
   */
  async #probe(): Promise<void> {
    const { chronicle, turns } = this.#stage;
    for (const order of this.#stage.orderNumbers) {
      const number = `P${order}`;
      const now = () => chronicle.now(this.#stage.orderId(order));
      const stored = now();
      const left = stored === undefined ? 0 : leftToRefundMinor(stored);
      for (const [at, amountMinor] of [left + 1, left].entries()) {
        if (amountMinor < 1) continue;
        this.#calls.refund(order, at, { number, amountMinor, currency: 'USD' });
        await turns.settle();
        const isAccepted = now()?.refunds.some(({ transactionId }) => transactionId === number);
        if (isAccepted && amountMinor > left) {
          this.#stage.violate(`accepted a refund of ${amountMinor} of T${order}, of which ${left} is left`);
        }
      }
    }
    await this.#check();
  }

  /** Concludes what no channel will report. An operator looks at the channel's own record and records the result. */
  async #concludeWhatNobodyTells(isSettledConcluded: boolean): Promise<void> {
    const { orders } = await this.#stored.read();
    for (const order of orders) {
      const open = openCases(order);
      const settled = isSettledConcluded ? order.settledCases.map(({ caseId }) => caseId) : [];
      const waiting = order.refunds.filter(
        ({ refundId, state }) =>
          (state === 'PROCESSING' || state === 'INITIALISED') &&
          (settled.includes(refundId) || open.some(({ caseId }) => caseId === refundId)),
      );
      const contradicted = isSettledConcluded
        ? order.refunds.filter((refund) => refund.state === 'SUCCESS' && isReportedMade(order, refund))
        : [];
      for (const { refundId } of [...waiting, ...contradicted]) this.#operator.concludeRefund(refundId, 0);
      // Refunds wait until an operator has settled some cases: that the channel could not collect the money, and what the channel
      // reported of the payment before the order counted it.
      const holding = order.refunds.some(({ state }) => state === 'INITIALISED')
        ? open.filter(({ kind, caseId }) => kind === 'payment_uncollected' || isReportUnread(order, caseId))
        : [];
      for (const { caseId } of holding) this.#operator.settle(caseId, 0);
      const reportedLost = isSettledConcluded ? this.#reportedLoss(order) : undefined;
      if (open.some(({ kind }) => kind === 'dispute_unresolved')) this.#operator.concludeDispute(order, 1);
      else if (reportedLost !== undefined) this.#operator.concludeDispute(order, 1, reportedLost);
      await this.#stage.turns.settle();
    }
  }

  /** Settles the cases of reported failures that fit no refund of their orders. Nothing else can end these reports. */
  async #settleWhatFitsNoRefund(): Promise<void> {
    const parked = await this.#stage.stores.inbox.listParked(null, MANY);
    for (const callback of parked.filter((each) => fitsNoRefund(each.parked.reason))) {
      this.#operator.settleCallback(callback, 0);
      await this.#stage.turns.settle();
    }
  }

  /** Returns the latest dispute that the channel records as lost and whose report was set aside. */
  #reportedLoss(order: PaymentOrder): string | undefined {
    const { channel } = this.#stage;
    return order.quarantine
      .flatMap(({ subject }) => (subject?.kind === 'dispute' ? [subject.channelReference] : []))
      .flatMap((reference) => channel.disputeOf(reference) ?? [])
      .findLast((dispute) => dispute.state === 'lost' && isOfCounted(order, dispute))?.channelReference;
  }

  async #reportEverything(): Promise<void> {
    for (const refundId of this.#channelLife.pendingRefunds()) {
      this.#stage.channel.concludeRefund(refundId, 'succeeded');
    }
    for (const callback of this.#channelLife.unacknowledged) {
      this.#calls.callBack(callback, callback.callbackId.length % 2);
    }
    await this.#stage.turns.settle();
  }

  async #isCalm(): Promise<boolean> {
    return (
      (await this.#stored.isCalm()) &&
      this.#channelLife.pendingRefunds().length === 0 &&
      this.#channelLife.unacknowledged.length === 0
    );
  }

  async #checkEnd(): Promise<void> {
    const { channel, receiver, log, stores } = this.#stage;
    const { orders, logged } = await this.#stored.read();
    const shown = await shownCases(new ListCases(stores), orders.length + channel.callbacks.length);
    if (!(await this.#isCalm())) this.#stage.violate('something is due for ever');
    this.#stage.violate(
      ...faultsAtRest(orders, logged, channel.books()),
      ...receiver.faultsAtRest(
        logged,
        log.known.map(({ event }) => event.eventId),
      ),
      ...faultsOfCases(orders.flatMap(openCaseIds), shown),
      ...this.#calls.faultsOfAccepted(orders),
    );
    this.#stage.violate(
      ...(await faultsOfBooks(this.#stage, orders)),
      ...(await faultsOfQueries(this.#stage, logged)),
    );
    await this.#check();
  }

  /**
   * Checks the state a month later: the orders are unchanged, expired events were removed, and removed events cannot be resent.
   */
  async #checkRetention(): Promise<void> {
    const { log, turns } = this.#stage;
    const before = await this.#stored.read();
    this.#stage.pass(LONGER_THAN_KEPT_SECONDS);
    for (const at of [0, 1]) this.#processes.look(at);
    await turns.settle();
    const eventIds = log.known.map(({ event }) => event.eventId);
    for (const eventId of eventIds.slice(-1)) this.#operator.resend([eventId], 0);
    await turns.settle();
    await this.#check();
    const { orders, logged } = await this.#stored.read();
    if (logged.length > 0) this.#stage.violate(`kept for ever: ${logged.map(({ eventId }) => eventId)}`);
    if (!isDeepStrictEqual(orders, before.orders))
      this.#stage.violate('an order changed though nothing was due');
    await this.#check();
  }
}

/** Whether a case is about a report that came before the order counted the reported payment. */
function isReportUnread(order: PaymentOrder, caseId: string): boolean {
  return order.quarantine.some(
    (record, index) => isBeforeCounted(order, record) && setAsideCaseId(order, index) === caseId,
  );
}

/** Checks that the merchant can query each refund by the refund ID in an event. */
async function faultsOfQueries(
  { stores, merchant }: Stage,
  logged: readonly LoggedEvent[],
): Promise<readonly string[]> {
  const find = new FindPayments(stores);
  const faults: string[] = [];
  for (const { body } of logged) {
    const { refund } = (JSON.parse(body) as { readonly data: { readonly refund?: EventRefund } }).data;
    if (!refund) continue;
    const found = await find.findRefund(merchant.merchantId, refund.transaction_id);
    if (found.kind !== 'found') faults.push(`no query finds the refund ${refund.transaction_id} of an event`);
  }
  return faults;
}

interface EventRefund {
  readonly transaction_id: string;
}

/** Page by page, with one order or one callback each. */
async function shownCases(listCases: ListCases, most: number): Promise<readonly string[]> {
  const shown: string[] = [];
  let after: CaseListRequest['after'] = null;
  for (let pages = 0; pages <= most; pages += 1) {
    const { cases, next } = await listCases.execute({ kind: null, after, limit: 1 });
    // A parked callback belongs to no order. Its alert has been checked when it was raised.
    shown.push(...cases.filter(({ kind }) => kind !== 'callback_parked').map(({ caseId }) => caseId));
    after = next;
    if (after === null) break;
  }
  return shown;
}

/** Checks that the operator's list shows all open cases and no others. */
function faultsOfCases(open: readonly string[], shown: readonly string[]): readonly string[] {
  return [
    ...open.filter((caseId) => !shown.includes(caseId)).map((caseId) => `case ${caseId} is not shown`),
    ...shown
      .filter((caseId) => !open.includes(caseId))
      .map((caseId) => `case ${caseId} is shown, and not open`),
  ];
}

const LONGER_THAN_KEPT_SECONDS = 31 * 24 * 60 * 60;

/** The longest time for which the gateway does not ask a channel: ten minutes, plus the steps in which the clock moves. */
const LONGEST_UNASKED_SECONDS = 610;

/**
 * How often the ending waits until operators have concluded everything. If a channel always answers "pending", the gateway asks
 * it every hour until then.
 */
const WAITS_UNTIL_ALL_IS_CONCLUDED = 10;

/** The waits at the end of a story. They are long enough for all retry schedules and time limits. */
const waitsAtTheEndSeconds: readonly number[] = [
  4,
  60,
  700,
  1_900,
  700,
  3_700,
  3_700,
  90_000,
  700,
  90_000,
  3_700,
  90_000,
  90_000,
  3_700,
  90_000,
  700,
  3_700,
  // A dispute without an outcome becomes a case after four months, and again a month later. The disputes of one payment follow
  // each other, so wait several times.
  ...Array.from({ length: 8 }, () => [10_500_000, 90_000, 90_000, 2_700_000, 90_000, 3_700]).flat(),
];
