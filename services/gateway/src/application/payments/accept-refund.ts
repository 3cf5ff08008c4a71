import { formatAmount } from '@kassa/contracts';
import { addSeconds } from '../../domain/add-seconds.ts';
import { fingerprintOf } from '../../domain/fingerprint.ts';
import { deriveOrderId } from '../../domain/order/order-identifiers.ts';
import type { Refund } from '../../domain/refund/refund.ts';
import {
  decideRefund,
  MAX_REFUNDS,
  type RefundDecision,
  type RequestedAmount,
  releaseRefundId,
} from '../../domain/refund/request-refund.ts';
import type { Clock } from '../../ports/clock.ts';
import { OrderArchived } from '../../ports/order-archived.ts';
import type { OrderLookup } from '../../ports/order-repository.ts';
import type { RefundClaim, RefundClaims } from '../../ports/refund-claims.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import type { BackgroundWork } from '../background-work.ts';
import type { ChangeOrder } from '../change-order.ts';
import type { ExecuteRefund } from '../channels/execute-refund.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface RefundRequestCommand {
  readonly transactionId: string;
  readonly originalTransactionId: string;
  readonly amount: RequestedAmount;
  readonly refundTime: Date | null;
  readonly reason: string | null;
  readonly remark: string | null;
}

export interface AcceptedRefund {
  readonly kind: 'accepted';
  readonly orderId: string;
  readonly refund: Refund;
}

/**
 * How often the gateway tries to reserve a refund ID for an order while it handles one refund request. A try fails only if
 * another call reserves the same ID for another order at the same time. This is rare, so a few tries are enough.
 */
const MAX_CLAIM_ROUNDS = 8;

/**
 * The gateway must decide on a request within this time. If the process is suspended for longer, the merchant may have repeated
 * the request meanwhile, and the repeated request may have been refused. If the gateway accepted the first request after that,
 * it would make a refund that the merchant does not expect.
 */
const LATEST_DECISION_SECONDS = 20;

interface Dependencies {
  readonly orders: OrderLookup;
  readonly claims: RefundClaims;
  readonly change: ChangeOrder;
  readonly executeRefund: ExecuteRefund;
  readonly background: BackgroundWork;
  readonly clock: Clock;
}

/**
 * Accepts a merchant's refund request in two steps: the gateway reserves the refund ID for the order, then the order accepts or
 * refuses the refund. If the process crashes in between, the merchant's repeated call completes the work.
 *
 * After a refusal, another order can take over the refund ID. The first order then records that it has lost the ID, so that a
 * late call cannot make a refund of this order with the ID.
 */
export class AcceptRefund {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(merchantId: string, command: RefundRequestCommand): Promise<AcceptedRefund | Refusal> {
    const decideBy = addSeconds(this.#deps.clock.realNow(), LATEST_DECISION_SECONDS);
    const orderId = deriveOrderId(merchantId, command.originalTransactionId);
    if ((await this.#deps.orders.find(orderId)) === undefined) {
      return refuse(
        'ORDER_NOT_FOUND',
        `There is no order with the ID ${command.originalTransactionId}. Check original_transaction_id.`,
        [{ path: 'original_transaction_id', message: 'names no order of this merchant' }],
      );
    }
    for (let round = 0; round < MAX_CLAIM_ROUNDS; round += 1) {
      const claim = await this.#claimFor(merchantId, command.transactionId, orderId);
      if (claim === 'used_elsewhere') return duplicateRefund(command.transactionId);
      if (claim === 'lost') continue;
      const decision = await this.#decide(orderId, command, claim, decideBy);
      if (decision.kind === 'claim_lost') {
        // This order has lost the refund ID to another order, which may never have used it. So try to get the ID back for this
        // order. If the other order has used the ID for a refund meanwhile, the other order keeps the ID.
        await this.#deps.claims.move(merchantId, command.transactionId, claim, orderId);
        continue;
      }
      return this.#answer(orderId, command, decision);
    }
    throw new TemporarilyUnavailable(
      `refund ID ${command.transactionId} is claimed by too many calls at once`,
    );
  }

  async #claimFor(
    merchantId: string,
    refundTransactionId: string,
    orderId: string,
  ): Promise<RefundClaim | 'used_elsewhere' | 'lost'> {
    const claim = await this.#deps.claims.claim(merchantId, refundTransactionId, orderId);
    if (claim.orderId === orderId) return claim;
    if ((await this.#release(claim, refundTransactionId)) === 'in_use') return 'used_elsewhere';
    return this.#deps.claims.move(merchantId, refundTransactionId, claim, orderId);
  }

  /**
   * Takes a refund ID away from the order that claimed it, unless the order has already used the ID for a refund. An archived
   * order can use no further IDs.
   */
  async #release(claim: RefundClaim, refundTransactionId: string): Promise<'released' | 'in_use'> {
    try {
      const release = await this.#deps.change.decide(claim.orderId, 'refund_number_released', (holder) => {
        const released = releaseRefundId(holder, refundTransactionId, claim.epoch);
        return released.kind === 'changed'
          ? { order: released.order, verdict: 'released' }
          : { verdict: 'in_use' };
      });
      return release.kind === 'done' && release.verdict === 'in_use' ? 'in_use' : 'released';
    } catch (error) {
      if (!(error instanceof OrderArchived)) throw error;
      const { refunds } = error.tombstone;
      const isUsed = refunds.some(({ transactionId }) => transactionId === refundTransactionId);
      return isUsed ? 'in_use' : 'released';
    }
  }

  async #decide(
    orderId: string,
    command: RefundRequestCommand,
    claim: RefundClaim,
    decideBy: Date,
  ): Promise<RefundDecision> {
    const fingerprint = fingerprintOf({ ...command });
    const change = await this.#deps.change.decide<RefundDecision>(orderId, 'refund_requested', (order) => {
      if (this.#deps.clock.realNow() > decideBy)
        throw new TemporarilyUnavailable(`refund ${command.transactionId} was not decided in time`);
      const decision = decideRefund(
        order,
        { ...command, fingerprint, claimEpoch: claim.epoch },
        this.#deps.clock.now(),
      );
      return decision.kind === 'accepted'
        ? { order: decision.order, verdict: decision }
        : { verdict: decision };
    });
    if (change.kind === 'order_not_found') throw new Error(`order ${orderId} disappeared`);
    return change.verdict;
  }

  #answer(
    orderId: string,
    command: RefundRequestCommand,
    decision: Exclude<RefundDecision, { kind: 'claim_lost' }>,
  ): AcceptedRefund | Refusal {
    switch (decision.kind) {
      case 'accepted': {
        const { refund } = decision;
        this.#deps.background.startOnOrder('execute-refund', orderId, () =>
          this.#deps.executeRefund.execute(orderId, refund.refundId),
        );
        return { kind: 'accepted', orderId, refund };
      }
      case 'exists':
        return { kind: 'accepted', orderId, refund: decision.refund };
      case 'refused':
        return refusalOf(decision, command);
    }
  }
}

function refusalOf(
  decision: Extract<RefundDecision, { kind: 'refused' }>,
  command: RefundRequestCommand,
): Refusal {
  switch (decision.reason) {
    case 'DUPLICATE_REFUND':
      return duplicateRefund(command.transactionId);
    case 'ORDER_IN_DISPUTE':
      return refuse(
        'ORDER_IN_DISPUTE',
        decision.isSetAside
          ? 'A dispute of this payment was reported that the gateway’s operator has to look into. Ask the operator, and refund once it is settled.'
          : 'The order is in dispute. Wait for order.dispute.won or order.dispute.lost before refunding.',
      );
    case 'ORDER_NOT_REFUNDABLE':
      return refuse(
        'ORDER_NOT_REFUNDABLE',
        `The order is in state ${decision.state}; only a paid order can be refunded.`,
      );
    case 'CURRENCY_MISMATCH':
      return refuse(
        'CURRENCY_MISMATCH',
        `The order was paid in ${decision.expected}; refund in that currency.`,
        [{ path: 'currency_code', message: `must be ${decision.expected}` }],
      );
    case 'TOO_MANY_REFUNDS':
      return refuse(
        'TOO_MANY_REFUNDS',
        `The order has had ${MAX_REFUNDS} refunds, which is the limit. Ask the gateway’s operator to return the rest at the processor.`,
      );
    case 'REFUND_EXCEEDS_AMOUNT': {
      if (command.amount.amountMinor === null) {
        return refuse(
          'REFUND_EXCEEDS_AMOUNT',
          'Nothing of the order is left to refund, counting pending refunds as made.',
        );
      }
      const left = `${formatAmount(decision.refundable)} ${decision.refundable.currency}`;
      return refuse(
        'REFUND_EXCEEDS_AMOUNT',
        `${left} of the order is left to refund, counting pending refunds as made.`,
        [{ path: 'amount', message: `must be at most ${formatAmount(decision.refundable)}` }],
      );
    }
  }
}

function duplicateRefund(refundTransactionId: string): Refusal {
  return refuse(
    'DUPLICATE_REFUND',
    `A refund with transaction_id ${refundTransactionId} already exists, with different contents. Use a new ID for a new refund.`,
    [{ path: 'transaction_id', message: 'is used by another refund' }],
  );
}
