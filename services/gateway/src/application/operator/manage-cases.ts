import { obstacleToSettling, type SettlingObstacle } from '../../domain/dispute/loss-behind-dispute.ts';
import {
  isBeingSent,
  type OperatorCase,
  openCases,
  refundOfCase,
  settleCase,
} from '../../domain/order/operator-cases.ts';
import { isOrderId, orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { Refund } from '../../domain/refund/refund.ts';
import type { CallbackIdentity, CallbackInbox } from '../../ports/callback-inbox.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OrderCases, OrderLookup } from '../../ports/order-repository.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import type { ChangeOrder } from '../change-order.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface SettledCase {
  readonly kind: 'settled';
  /** Null if the case was about a callback, which may belong to no order. */
  readonly orderId: string | null;
  /** The refund that the case is about, as it is after the settlement; null if the case is not about a refund. */
  readonly refund: Refund | null;
}

interface Dependencies {
  readonly change: ChangeOrder;
  readonly orders: OrderCases & OrderLookup;
  readonly inbox: CallbackInbox;
  readonly clock: Clock;
}

/** What operators can do about their cases. */
export class ManageCases {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Settles a case that an operator has examined. The order keeps the operator's note. If the case is about a callback, the
   * gateway never applies the callback, and only the audit log keeps the note.
   *
   * @throws {TemporarilyUnavailable} if the case is about a refund and a call that sends this refund may be running
   */
  async settle(
    { caseId, since }: Pick<OperatorCase, 'caseId' | 'since'>,
    note: string,
  ): Promise<SettledCase | Refusal> {
    if (isOrderId(caseId)) return refuse('CASE_NOT_FOUND', onlyResumed(caseId));
    const orderId = orderIdOf(caseId);
    if (orderId === undefined) return this.#settleCallback(caseId, since);
    const change = await this.#deps.change.apply(orderId, 'case_settled', (order) => {
      if (isBeingSent(order, caseId, this.#deps.clock.realNow())) throw beingSent(caseId);
      return settleCase(order, { caseId, since }, note, this.#deps.clock.now());
    });
    if (change.kind !== 'done' || change.verdict !== 'changed') {
      const order = change.kind === 'done' ? change.order : undefined;
      return (
        (order && whyNotYet(order, { caseId, since })) ?? refuse('CASE_NOT_FOUND', whyNotOpen(order, caseId))
      );
    }
    const { order } = change;
    const refund = refundOfCase(order, caseId) ?? null;
    return { kind: 'settled', orderId: order.orderId, refund };
  }

  /**
   * Resumes work on an order or a callback that the gateway had stopped (cases `order_parked` and `callback_parked`). An
   * operator requests this after removing the cause of the failures.
   *
   * @param caseId an order's ID, or the ID of a callback as the list of cases shows it
   */
  async resume(caseId: string): Promise<{ readonly kind: 'resumed' } | Refusal> {
    return (await this.#resume(caseId)) === 'resumed'
      ? { kind: 'resumed' }
      : refuse('CASE_NOT_FOUND', `Nothing is parked under ${caseId}. It may have been resumed already.`);
  }

  async #resume(caseId: string): Promise<'resumed' | 'not_parked'> {
    const { orders, clock } = this.#deps;
    if (isOrderId(caseId)) {
      const resumed = await orders.resume(caseId, clock.now());
      // If the order was archived, `find` throws an error that says this to the operator.
      if (resumed === 'not_parked') await orders.find(caseId);
      return resumed;
    }
    return this.#deps.inbox.resume(callbackOf(caseId), this.#deps.clock.realNow());
  }

  async #settleCallback(caseId: string, since: Date): Promise<SettledCase | Refusal> {
    const settled = await this.#deps.inbox.settle(callbackOf(caseId), since, this.#deps.clock.now());
    return settled === 'settled'
      ? { kind: 'settled', orderId: null, refund: null }
      : refuse(
          'CASE_NOT_FOUND',
          `There is no open case ${caseId} since ${since.toISOString()}. It may be settled, it may have closed by itself, or it may have opened again.`,
        );
  }
}

/** Reads the ID of a callback as the list of cases shows it: see `callbackIdAmongAll`. */
function callbackOf(caseId: string): CallbackIdentity {
  const [channelId = '', ...rest] = caseId.split(':');
  return { channelId, callbackId: rest.join(':') };
}

function onlyResumed(orderId: string): string {
  return `The work on the order ${orderId} cannot be settled. If it is parked (order_parked), resume it: kassa-admin cases resume ${orderId}`;
}

/** Returns the refusal if the case is still the one that the operator saw, but cannot be settled yet. */
function whyNotYet(
  order: PaymentOrder,
  { caseId, since }: Pick<OperatorCase, 'caseId' | 'since'>,
): Refusal | undefined {
  const isSeen = openCases(order).some(
    (open) => open.caseId === caseId && open.since.getTime() === since.getTime(),
  );
  const obstacle = isSeen ? obstacleToSettling(order, caseId) : undefined;
  return obstacle && refuse('CASE_NOT_SETTLEABLE', whyNotSettleable(caseId, obstacle));
}

function whyNotSettleable(caseId: string, { before, isAbout, channelReference }: SettlingObstacle): string {
  const open = `while its dispute ${before.channelReference} is open. Wait until that dispute has ended, or conclude it if it has ended at the channel. Then look at the order again.`;
  switch (isAbout) {
    case 'loss':
      return `The case ${caseId} is about a loss that the order cannot record ${open} If it has not recorded this loss, but the bank took the money, conclude this dispute as lost. Then settle the case.`;
    case 'undecided_dispute':
      return `The case ${caseId} is about the dispute ${channelReference}, whose reports disagree. The order cannot follow this dispute ${open} Look in the channel’s own record at how ${channelReference} ended, and conclude it as won or lost. Then settle the case.`;
  }
}

function whyNotOpen(order: PaymentOrder | undefined, caseId: string): string {
  const open = order && openCases(order).find((each) => each.caseId === caseId);
  return open === undefined
    ? `There is no open case ${caseId}. It may be settled, or it may have closed by itself.`
    : `The case ${caseId} is open since ${open.since.toISOString()}. If it was listed with an earlier time, it has opened again: look into it again.`;
}

function beingSent(caseId: string): TemporarilyUnavailable {
  return new TemporarilyUnavailable(
    `refund ${caseId} is being sent right now: look for it again in a minute`,
  );
}
