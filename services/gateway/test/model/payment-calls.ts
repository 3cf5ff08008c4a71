import { isDeepStrictEqual } from 'node:util';
import type { AttemptOpening, PaymentAttempt } from '../../src/domain/attempt/payment-attempt.ts';
import { orderIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { rawCallback } from '../in-memory/fake-callbacks.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { outcomeOf, refundCommand } from '../in-memory/requests.ts';
import {
  acceptedOutcome,
  creationOutcome,
  givingUpOutcome,
  initOutcome,
  type RefundWish,
  refundOutcome,
  submissionOutcome,
} from './expected-outcomes.ts';
import type { GatewayProcesses } from './gateway-processes.ts';
import { isAlive } from './invariants/parts-of-order.ts';
import { ELEMENT } from './ledger-channel.ts';
import type { ChannelCallback } from './ledger-reports.ts';
import { paymentNumbered } from './numbered-payments.ts';
import type { Stage } from './stage.ts';

/**
 * Whether two openings are the same. If another attempt has replaced the attempt meanwhile, only the channel's reference is
 * left of its opening.
 */
function isSameOpening(stored: PaymentAttempt | undefined, given: AttemptOpening): boolean {
  if (stored === undefined || stored.opening === null) return false;
  return isAlive(stored)
    ? isDeepStrictEqual(stored.opening, given)
    : stored.opening.channelReference === given.channelReference;
}

export const methodNames = { card: 'card', wallet: 'sandbox_wallet', element: ELEMENT } as const;

export interface CallbackCounts {
  readonly received: number;
  /** Those that the gateway had taken before. */
  readonly repeated: number;
}

/** Calls of the merchant, the consumer and the channel, with the answers that are right for them. */
export class PaymentCalls {
  readonly #stage: Stage;
  readonly #processes: GatewayProcesses;
  #callbacks: CallbackCounts = { received: 0, repeated: 0 };
  /** The amount of each accepted refund, by order and refund ID. */
  readonly #accepted = new Map<string, number>();

  constructor(stage: Stage, processes: GatewayProcesses) {
    this.#stage = stage;
    this.#processes = processes;
  }

  create(order: number, at: number, otherContent: boolean): void {
    const { merchant, chronicle } = this.#stage;
    const payment = paymentNumbered(order, otherContent);
    const orderId = this.#stage.orderId(order);
    this.#processes.call(
      at,
      `create ${payment.merchantTransactionId}`,
      (gateway) => gateway.create.execute(merchant, payment),
      (outcome, from) =>
        chronicle.judge(outcome, from, ({ order: find }) =>
          creationOutcome(find(orderId), payment.amount.amountMinor),
        ),
    );
  }

  init(order: number, at: number, method: string): void {
    const { chronicle, witnesses } = this.#stage;
    const orderId = this.#stage.orderId(order);
    if (chronicle.now(orderId) === undefined) return;
    const refusals = witnesses.failedOpenings;
    this.#processes.call(
      at,
      `init T${order} ${method}`,
      async (gateway) => {
        const known = gateway.recent.find(orderId) ?? (await gateway.order(orderId));
        const answer = await gateway.initialise.execute(known, method);
        if (answer.kind === 'initialised') {
          const stored = chronicle.attempt(answer.attempt.attemptId);
          if (!isSameOpening(stored, answer.opening) || stored?.methodCode !== method) {
            this.#stage.violate(`init T${order}: handed out what is not stored`);
          }
        }
        return answer;
      },
      (outcome, from) => {
        const before = chronicle.stateAt(orderId, from);
        const now = chronicle.now(orderId);
        const isLost = now?.attempts.some(
          ({ state }, index) => !isOpenState(state) && before?.attempts[index]?.state !== state,
        );
        if (outcome === 'CHANNEL_ERROR' && (isLost || witnesses.failedOpenings > refusals)) return [];
        if (outcome === 'PAYMENT_IN_PROGRESS' && isLost) return [];
        return chronicle.judge(outcome, from, ({ order: find, time }) =>
          initOutcome(find(orderId) as PaymentOrder, method, time),
        );
      },
    );
  }

  submit(order: number, at: number, card: 'fitting' | 'wrong'): void {
    const { chronicle } = this.#stage;
    const orderId = this.#stage.orderId(order);
    const isCard = chronicle.now(orderId)?.attempts.at(-1)?.methodCode === methodNames.card;
    if (chronicle.now(orderId) === undefined) return;
    const hasCard = isCard === (card === 'fitting');
    this.#processes.call(
      at,
      `submit T${order}`,
      async (gateway) =>
        gateway.submit.execute(await gateway.order(orderId), hasCard ? cards.succeeds : null),
      (outcome, from) => {
        const payer = chronicle.now(orderId)?.paidByAttemptId;
        return chronicle.judge(outcome, from, ({ order: find, time }) => {
          const seen = find(orderId) as PaymentOrder;
          // The attempt that was the latest when the call read the order has been paid since.
          const isPaid = outcome === 'submitted' && seen.attempts.at(-1)?.attemptId === payer;
          return isPaid ? 'submitted' : submissionOutcome(seen, hasCard, time);
        });
      },
    );
  }

  giveUp(order: number, at: number, which: 'latest' | 'first'): void {
    const { chronicle } = this.#stage;
    const orderId = this.#stage.orderId(order);
    const attemptId = chronicle.now(orderId)?.attempts.at(which === 'first' ? 0 : -1)?.attemptId;
    if (attemptId === undefined) return;
    this.#processes.call(
      at,
      `give up ${which} attempt of T${order}`,
      async (gateway) => gateway.cancel.execute(await gateway.order(orderId), attemptId),
      (outcome, from) => [
        ...(outcome === 'settled' ? this.#faultsOfGivenUp(attemptId) : []),
        ...chronicle.judge(
          outcome,
          from,
          ({ order: find }) => givingUpOutcome(find(orderId) as PaymentOrder, attemptId),
          true,
        ),
      ],
    );
  }

  /** Checks an attempt that the consumer saw as over. The consumer then pays in another way, and must not pay twice. */
  #faultsOfGivenUp(attemptId: string): readonly string[] {
    const { chronicle, channel } = this.#stage;
    const order = chronicle.now(orderIdOf(attemptId) ?? '');
    // If an earlier attempt has paid the order, the consumer sees that.
    if (order?.paidAt != null) return [];
    const attempt = chronicle.attempt(attemptId);
    const isPending = attempt?.state === 'OPEN' || attempt?.state === 'SUBMITTED';
    const isByConsumer = attempt?.failure?.category === 'cancelled_by_consumer';
    const isOverAtChannel = (channel.payments.get(attemptId)?.result ?? null) !== null;
    return isPending || (isByConsumer && !isOverAtChannel)
      ? [`${attemptId} was told to be cancelled while it can be paid`]
      : [];
  }

  refund(order: number, at: number, wish: RefundWish): void {
    const { merchant, chronicle } = this.#stage;
    const orderId = this.#stage.orderId(order);
    const command = refundCommand({
      transactionId: wish.number,
      originalTransactionId: paymentNumbered(order, false).merchantTransactionId,
      amount: { amountMinor: wish.amountMinor, currency: wish.currency },
    });
    this.#processes.call(
      at,
      `refund ${wish.number} of T${order}`,
      async (gateway) => {
        const answer = await gateway.acceptRefund.execute(merchant.merchantId, command);
        if (answer.kind !== 'accepted') return answer;
        const { amount, requestedAmount = amount } = answer.refund;
        this.#accepted.set(`${orderId} ${wish.number}`, requestedAmount.amountMinor);
        return { kind: acceptedOutcome(wish, amount.amountMinor) };
      },
      (outcome, from) => {
        return chronicle.judge(outcome, from, ({ order: find, others }) =>
          refundOutcome(
            find(orderId),
            wish,
            others(orderId).some(({ refunds }) =>
              refunds.some(({ transactionId }) => transactionId === wish.number),
            ),
          ),
        );
      },
    );
  }

  /** How many callbacks the gateway has taken so far. */
  get callbacks(): CallbackCounts {
    return this.#callbacks;
  }

  callBack(callback: ChannelCallback | undefined, at: number): void {
    if (callback === undefined) return;
    const { channelId, callbackId, notification } = callback;
    const { keys } = this.#stage;
    const secret = keys.signingSecret(channelId);
    const raw = keys.sign(channelId, rawCallback({ callbackId, notification }));
    this.#processes.call(at, `callback ${callbackId}`, async (gateway) => {
      const wasTaken = (await keys.takenSecrets(channelId)).includes(secret);
      const answer = await gateway.receiveCallback.execute(channelId, raw);
      const isTaken = (await keys.takenSecrets(channelId)).includes(secret);
      const isRight =
        answer.kind === 'received'
          ? keys.wasEverTaken(secret)
          : answer.name === 'INVALID_SIGNATURE' && !(wasTaken && isTaken);
      if (!isRight) this.#stage.violate(`callback ${callbackId}: ${outcomeOf(answer)}`);
      if (answer.kind === 'received') {
        const { received, repeated } = this.#callbacks;
        this.#callbacks = {
          received: received + 1,
          repeated: repeated + (callback.isAcknowledged ? 1 : 0),
        };
        callback.isAcknowledged = true;
      }
      return answer;
    });
  }

  /** Checks that every accepted refund is still there, as it was requested. */
  faultsOfAccepted(orders: readonly PaymentOrder[]): readonly string[] {
    return [...this.#accepted].flatMap(([key, acceptedMinor]) => {
      const [orderId, number] = key.split(' ');
      const found = orders
        .find((order) => order.orderId === orderId)
        ?.refunds.find(({ transactionId }) => transactionId === number);
      return (found?.requestedAmount ?? found?.amount)?.amountMinor === acceptedMinor
        ? []
        : [`refund ${number} was accepted and is gone`];
    });
  }
}

function isOpenState(state: string): boolean {
  return state === 'OPENING' || state === 'OPEN' || state === 'SUBMITTED';
}
